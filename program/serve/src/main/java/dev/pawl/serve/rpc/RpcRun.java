package dev.pawl.serve.rpc;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Mode;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.serve.driven.DrivenEnd;
import dev.pawl.serve.driven.LostRecords;
import dev.pawl.serve.driven.RecordWriter;
import dev.pawl.serve.driven.SlowWatch;
import dev.pawl.start.AgentStart;
import dev.pawl.start.FailureWatch;
import dev.pawl.start.ProgramLife;
import dev.pawl.start.Wiring;
import java.io.IOException;
import java.io.PrintStream;

/** One invocation that another program drives, from the first line it sends to the end of its input. */
public final class RpcRun {
    private RpcRun() {}

    public static int run(CommandLine line, Places places, Streams streams) throws IOException, InterruptedException {
        if (!line.files().isEmpty()) {
            throw Refusal.ofArguments("@files are not taken with --mode rpc; send them with the command prompt");
        }
        var records = RecordWriter.to(streams);
        var ui = new RpcUi(records);
        var failures = new FailureWatch();
        try (var end = new DrivenEnd(records, places.leave());
                var notices = new RpcNotices(places, streams.err(), ui, records);
                var life = new ProgramLife(streams.in())) {
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

    /**
     * Reports to the client, besides standard error, what was wrong with a file or left out, and which hook did not load.
     */
    private static final class RpcNotices extends NoticePrinter {
        private final RpcUi ui;
        private final RecordWriter out;

        RpcNotices(Places places, PrintStream err, RpcUi ui, RecordWriter out) {
            super(places, err);
            this.ui = ui;
            this.out = out;
        }

        @Override
        protected void reported(Notice notice) {
            if (!notice.where().isEmpty()) {
                ui.notify(text(notice, ""), notice.error() ? Severity.ERROR : Severity.WARNING);
            }
        }

        /** An event contains it, so that it is not sent as a message of a hook, too. */
        @Override
        public void notLoaded(LoadProblem problem) {
            if (!problem.fatal()) {
                // Worth knowing for who writes the hook, who reads standard error; a client need not show it.
                print(new Notice(problem.path(), problem.message(), false));
                return;
            }
            out.write(JsonObject.of("type", "extension_error", "extensionPath", problem.path())
                    .with("event", "load")
                    .with("error", problem.message()));
            var notice = new Notice(problem.path(), problem.message(), true);
            if (isNew(notice)) {
                print(notice);
            }
        }
    }
}
