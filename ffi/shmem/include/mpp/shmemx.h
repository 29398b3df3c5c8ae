/* Made by `cargo xtask shmem`. */
#include "../shmemx.h"
