/* Made by `cargo xtask shmem`. */
#include "../pshmem.h"
