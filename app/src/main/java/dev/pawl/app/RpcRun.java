package dev.pawl.app;

import dev.pawl.agent.Agent;
import dev.pawl.api.Mode;
import java.io.IOException;

/** One invocation that another program drives, from the first line it sends to the end of its input. */
final class RpcRun {
    private final CommandLine line;
    private final Places places;
    private final Streams streams;

    RpcRun(CommandLine line, Places places, Streams streams) {
        this.line = line;
        this.places = places;
        this.streams = streams;
    }

    int run() throws IOException, InterruptedException {
        if (!line.files.isEmpty()) {
            throw Refusal.ofArguments("@files are not taken with --mode rpc; send them with the command prompt");
        }
        var records = new RpcOut(streams.out());
        var ui = new RpcUi(records);
        var failures = new FailureWatch();
        try (var notices = new NoticePrinter(places, streams.err());
                var life = new ProgramLife()) {
            var mode = new RpcMode(records, ui, notices::tell);
            var wiring = new Wiring(line, places, Mode.RPC, ui, notices);
            var sessions = wiring.sessions();
            var session = new SessionChoice(line, places, wiring.sessionPaths(), sessions, notices).open();
            var models = wiring.models();
            life.endsWith(models::close);
            life.endsWith(wiring::closeHooks);
            var agent = Agent.of(wiring.agent(models, sessions, this::closeInput));
            life.endsWith(agent::close);
            life.endsWith(wiring.tools()::killAll);
            agent.subscribe(event -> {
                mode.hear(event);
                var failure = failures.hear(event);
                if (failure != null) {
                    notices.tell(Notice.of(failure));
                }
            });
            // The client is heard from the start: it may be asked whether to trust the project.
            var listening = mode.listen(agent, models.models(), streams.in());
            agent.begin(session);
            mode.ready();
            listening.join();
        }
        return failures.status(0);
    }

    /** A hook wants the program to end: it ends as if the client had gone. */
    private void closeInput() {
        try {
            streams.in().close();
        } catch (IOException e) {
            // It is gone already.
        }
    }
}
