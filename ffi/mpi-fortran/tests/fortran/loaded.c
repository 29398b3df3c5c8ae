/* Loads shared objects in Fortran that do not see each other, and calls each. */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int wrong = 0;

    MPI_Init(&argc, &argv);
    for (int at = 1; at < argc; at++) {
        int of_one = 1;
        void *object = dlopen(argv[at], RTLD_NOW | RTLD_LOCAL), *place = NULL;
        void (*sums)(int *wrong);

        if (object)
            place = dlsym(object, "sums_");
        if (!place) {
            printf("%s\n", dlerror());
            return 1;
        }
        /* ISO C has no conversion of an address of data to one of a function. */
        *(void **)&sums = place;
        sums(&of_one);
        wrong += of_one;
    }
    MPI_Finalize();
    return wrong;
}
