/* Opens two libraries as an interpreter does, with local symbols, and joins one job through
 * both. Arguments: the paths of libskifch and libmpi_abi. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef int start_call(int *, char ***);
typedef int plain_call(void);

static void *found(const char *library, const char *name)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    void *symbol = handle ? dlsym(handle, name) : NULL;
    if (!symbol) {
        printf("%s: %s\n", library, dlerror());
        exit(1);
    }
    return symbol;
}

static int started(const char *library, const char *name)
{
    start_call *call;
    *(void **)&call = found(library, name);
    return call(NULL, NULL);
}

static int called(const char *library, const char *name)
{
    plain_call *call;
    *(void **)&call = found(library, name);
    return call();
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    if (started(argv[1], "SkifCh_AllInit") != 0 || started(argv[2], "MPI_Init") != 0)
        return 3;
    printf("rank %d of %d\n", called(argv[1], "SkifCh_MyRank"), called(argv[1], "SkifCh_Size"));
    return called(argv[2], "MPI_Finalize") != 0 || called(argv[1], "SkifCh_AllFinalize") != 0;
}
