# A launch agent, sh agent.sh HOST COMMAND: a host is a namespace that a process holds, lab-PID-FD.
place=${1#lab-}
shift
exec nsenter --net="/proc/${place%-*}/fd/${place#*-}" -- "$@"
