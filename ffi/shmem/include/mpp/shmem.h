/* Made by `cargo xtask shmem`. */
#include "../shmem.h"
