package dev.pawl.app.rpc;

import dev.pawl.agent.Agent;
import dev.pawl.api.value.Mode;
import dev.pawl.app.driven.DrivenEnd;
import dev.pawl.app.driven.LostRecords;
import dev.pawl.app.driven.RecordWriter;
import dev.pawl.app.driven.SlowWatch;
import dev.pawl.app.wiring.FailureWatch;
import dev.pawl.app.wiring.ProgramLife;
import dev.pawl.app.wiring.SessionChoice;
import dev.pawl.app.wiring.Wiring;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import java.io.IOException;

/** One invocation that another program drives, from the first line it sends to the end of its input. */
public final class RpcRun {
    private final CommandLine line;
    private final Places places;
    private final Streams streams;

    public RpcRun(CommandLine line, Places places, Streams streams) {
        this.line = line;
        this.places = places;
        this.streams = streams;
    }

    public int run() throws IOException, InterruptedException {
        if (!line.files().isEmpty()) {
            throw Refusal.ofArguments("@files are not taken with --mode rpc; send them with the command prompt");
        }
        var records = new RecordWriter(streams.out());
        var ui = new RpcUi(records);
        var failures = new FailureWatch();
        try (var end = new DrivenEnd(records, places.leave());
                var notices = new RpcNotices(places, streams.err(), ui, records);
                var life = new ProgramLife()) {
            var mode = new RpcMode(records, ui, end, notices::report);
            var wiring = new Wiring(line, places, Mode.RPC, ui, notices);
            var sessions = wiring.sessions();
            var session = new SessionChoice(line, places, wiring.sessionPaths(), sessions, notices).open();
            var models = wiring.models();
            life.endsWith(models::close);
            life.endsWith(wiring::closeHooks);
            var agent = Agent.of(wiring.agent(models, sessions, mode::shutdown));
            life.endsWith(agent::close);
            life.endsWith(() -> ProgramLife.stop(agent, wiring.tools()));
            var watch = new SlowWatch(
                    places.slow(),
                    agent,
                    ui::isAsking,
                    slow -> records.write(SlowWatch.event(slow, "the command abort ends it")));
            life.endsWith(watch::close);
            agent.subscribe(event -> {
                mode.onEvent(event);
                var failure = failures.onEvent(event);
                if (failure != null) {
                    notices.report(Notice.of(failure));
                }
            });
            // The client's input is read from the start: hooks may ask it something before the session has begun.
            var settings = new RpcSettings(agent, places.folders(), notices::report);
            mode.listen(agent, models.models(), settings, streams.in());
            Thread.ofPlatform().daemon().name("rpc start").start(() -> {
                try {
                    agent.begin(session);
                    mode.ready();
                } catch (Refusal e) {
                    if (e.isOfChange()) {
                        mode.refuse(String.valueOf(e.getMessage()));
                    } else {
                        end.failed(e);
                    }
                } catch (InterruptedException | RuntimeException | Error e) {
                    end.failed(e);
                }
            });
            end.await();
        }
        return failures.status(LostRecords.status(records, streams));
    }
}
