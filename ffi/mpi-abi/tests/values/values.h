/* Compares constants, with a message for each that differs. */
#ifndef VALUES_H
#define VALUES_H

#include <mpi.h>
#include <stdio.h>

static int wrong;

static void compare(const char *name, long long is, long long shall)
{
    if (is != shall) {
        printf("%s is %lld (%#llx), not %lld (%#llx)\n", name, is, (unsigned long long)is, shall,
               (unsigned long long)shall);
        wrong = 1;
    }
}

#define HANDLE(name, value) compare(#name, (long long)(uintptr_t)(name), (long long)(value))
#define ADDRESS(name, value) HANDLE(name, value)
#define INTEGER(name, value) compare(#name, (long long)(name), (long long)(value))

#endif
