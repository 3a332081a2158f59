package dev.pawl.serve.rpc;

import dev.pawl.api.value.Mode;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.serve.driven.DrivenEnd;
import dev.pawl.serve.driven.LostRecords;
import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.serve.driven.SlowWatch;
import dev.pawl.start.AgentStart;
import dev.pawl.start.FailureWatch;
import dev.pawl.start.ProgramLife;
import dev.pawl.start.Wiring;
import java.io.IOException;

/** One invocation that another program drives, from the first line it sends to the end of its input. */
public final class RpcRun {
    private RpcRun() {}

    public static int run(CommandLine line, Places places, Streams streams) throws IOException, InterruptedException {
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
            var start = AgentStart.open(
                    wiring,
                    wiring.sessions(),
                    sessions -> wiring.choice(sessions).open(),
                    mode::shutdown,
                    life);
            var agent = start.agent();
            var watch = new SlowWatch(
                    places.slow(),
                    agent,
                    ui::isAsking,
                    slow -> records.write(SlowWatch.event(slow, "the command abort ends it")));
            life.endsWith(watch::close);
            agent.subscribe(mode::onEvent);
            agent.subscribe(failures.reporting(notices));
            // The client's input is read from the start: hooks may ask it something before the session has begun.
            var settings = new RpcSettings(agent, places.folders(), notices::report);
            mode.listen(agent, start.models().models(), settings, streams.in());
            Thread.ofPlatform().daemon().name("rpc start").start(() -> {
                try {
                    start.begin();
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
