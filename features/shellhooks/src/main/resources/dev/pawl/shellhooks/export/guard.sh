#!/usr/bin/env bash
# Asks a hook of Pawl about the tool calls of another agent. Written by: pawl hooks export
#   guard AGENT check|start|end     with the event of the agent on standard input; exit code 2 refuses a call
#   guard ahp                       as a backend of the Agent Hooks Protocol
# The hook runs in a process that ends with the session of the agent, so only the first question waits for a start.
LC_ALL=C
umask 077
trap '' PIPE

refuse() {
    printf '%s: %s, so this call is refused.\n' "$name" "$1" >&2
    exit 2
}

if [[ ${1-} == ahp ]]; then
    exec "${pawl[@]}" hooks export --serve --stdio "$known" "$hook"
fi
agent=${1-} verb=${2-}
event=$(cat)
session=none
field='"(session_id|sessionId|conversation_id)"[[:space:]]*:[[:space:]]*"([A-Za-z0-9][A-Za-z0-9._-]*)"'
[[ ${event:0:100000} =~ $field ]] && session=${BASH_REMATCH[2]:0:100}
room=$guards/sessions/$agent-$session

# Returns 1 where no process listens, and 2 where it does not answer.
ask() {
    local port token own first
    read -r port token own 2> /dev/null < "$room/address" || return 1
    { exec 3<> "/dev/tcp/127.0.0.1/$port"; } 2> /dev/null || return 1
    printf '%s %s %s %d %d\n%s' "$token" "$agent" "$verb" "$PPID" "${#event}" "$event" 2> /dev/null >&3 || return 2
    IFS= read -r -t 40 first <&3 && [[ $first == "$own" ]] && IFS= read -r -t 10 answer <&3 || return 2
}

begin() {
    set -m
    "${pawl[@]}" hooks export --serve "$room" "$known" "$hook" < /dev/null > "$1" 2> "$room/log" &
    set +m
}

case $verb in
    start)
        ask || { mkdir -p "$room" && begin /dev/null; }
        exit 0
        ;;
    end)
        ask
        exit 0
        ;;
esac

ask
found=$?
if [[ $found == 1 ]]; then
    ready=$room/ready.$$
    mkdir -p "$room" && mkfifo "$ready" 2> /dev/null || refuse "$room cannot be written"
    begin "$ready"
    state=
    read -r -t 60 state 2> /dev/null < "$ready"
    rm -f "$ready"
    # Another call has begun to start it.
    for ((left = 300; left > 0 && found == 1; left--)); do
        ask
        found=$?
        [[ $found != 1 || $state != busy ]] && break
        sleep 0.2
    done
    [[ $found != 1 ]] || refuse "the hook did not start: $(tail -n 3 "$room/log" | tr '\n' ' ')"
fi
[[ $found == 0 ]] || refuse "the hook did not answer"
[[ -z $answer ]] || printf '%s\n' "$answer"
