//! `skifrun`, also under the names `mpiexec`, `mpirun` and `oshrun`.

fn main() {
    let arguments: Vec<_> = std::env::args_os().collect();
    std::process::exit(skifch_launch::run(&arguments));
}
