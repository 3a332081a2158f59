package dev.pawl.fleet;

import java.util.List;

/** The help for the commands of the fleet. */
final class FleetHelp {
    static final String TEXT = """
        Sessions that workers run, wherever they are, and that outlive each of them

          pawl worker                              run sessions until it is ended; several may run at a time
            --engine ADDRESS                       where sessions are kept: file:FOLDER (~/.pi/agent/fleet),
                                                   postgresql://HOST/DATABASE, restate:http://HOST:8080
            --name NAME, --place NAME              its name; the places whose tools run here (this machine's name)
            --at-once N                            so many sessions at a time (8)
            --lease SECONDS                        others take over after so long without a sign of life (30)
            --drain SECONDS                        so long the end waits for sessions that run (30)
            --budget DOLLARS                       what the whole fleet may spend on a day (UTC)
            --rate N                               requests a minute of the whole fleet to one provider
            --listen [HOST:]PORT                   /health, /ready, /metrics and /drain (127.0.0.1); for another HOST
                                                   PAWL_WORKER_TOKEN is what the last two need
            --log text|json                        reports on standard error
            --advertise URL                        how Restate reaches this worker, or a balancer before several
            --other-hooks refuse|continue          sessions that began with other hooks than there are here
            --approve                              trust the projects of all sessions

          pawl fleet submit [--place P] [--cwd FOLDER] [--session FILE] [--worktree] [--model M] PROMPT
                                                   take a session in and start it; prints its id
            --from FILE                            the same for each line of a file: {"prompt": …, "id": …, "place": …,
                                                   "cwd": …, "model": …}; an id that is there already counts once
          pawl fleet send ID PROMPT                send another prompt
          pawl fleet list [--json]                 all sessions: where they stand, and what they ask
            --phase P, --place P, --submitter S, --limit N
                                                   only some of them, those that changed last first
          pawl fleet show ID                       all about one, as JSON: who submitted it, who answered what
          pawl fleet attach ID                     print a session as it goes on, until it rests
            --mode rpc|acp                         for a client or an editor: send, follow, answer its questions
          pawl fleet approve ID QUESTION [yes|no|TEXT]
                                                   answer a question, whose id the list shows
          pawl fleet cancel ID                     end what it does
          pawl fleet logs ID                       its log, as lines of JSON: a session file
          pawl fleet remove ID [--discard]         take it out; logs ID > FILE keeps it. Its working tree goes, too,
                                                   if its branch is merged, or what it did is to be discarded
          pawl fleet prune --days N                take out all that have rested for so long, without a working tree
          pawl fleet pack ID FILE                  write its working tree into a file, at its place
          pawl fleet move ID --place P [--cwd FOLDER] [--tree FILE]
                                                   have it go on elsewhere; FILE is unpacked into FOLDER, on this machine
          pawl fleet drain URL                     ask the worker that listens there to end

        PAWL_FLEET names the engine where --engine does not.
        """;

    private FleetHelp() {}

    static boolean isAsked(List<String> args) {
        return args.contains("--help") || args.contains("-h");
    }
}
