# Launch agent: sh agent.sh HOST COMMAND. A host is a namespace held by a process, named lab-PID-FD.
place=${1#lab-}
shift
exec nsenter --net="/proc/${place%-*}/fd/${place#*-}" -- "$@"
