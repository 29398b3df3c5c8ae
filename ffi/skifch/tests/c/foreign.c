/* A shared object that speaks as soon as anybody loads it. */
#include <unistd.h>

static __attribute__((constructor)) void speak(void)
{
    static const char words[] = "foreign code runs\n";
    if (write(1, words, sizeof words - 1) < 0)
        _exit(5);
}
