package dev.pawl.serve.print;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.value.Mode;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.FirstPrompt;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.StandardInput;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Terminal;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.serve.driven.SlowWatch;
import dev.pawl.start.AgentStart;
import dev.pawl.start.FailureWatch;
import dev.pawl.start.ProgramLife;
import dev.pawl.start.Wiring;
import java.io.IOException;
import java.util.ArrayList;

/** One invocation that sends prompts to the agent and ends: with text, or with JSON. */
public final class AgentRun {
    private AgentRun() {}

    public static int run(CommandLine line, Places places, Streams streams) throws IOException, InterruptedException {
        boolean json = line.output() == CommandLine.Output.JSON;
        var first = FirstPrompt.of(StandardInput.read(streams.in()), line.files(), places);
        if (first.isEmpty() && line.words().isEmpty() && !line.has(Option.RECOVER)) {
            throw silence();
        }
        var failures = new FailureWatch();
        int status;
        try (var notices = new NoticePrinter(places, streams.err());
                var life = new ProgramLife(streams.in())) {
            var wiring = new Wiring(line, places, json ? Mode.JSON : Mode.PRINT, notices, notices);
            var start = AgentStart.open(
                    wiring,
                    wiring.sessions(),
                    sessions -> wiring.choice(sessions).open(),
                    AgentRun::endAnyway,
                    life);
            var agent = start.agent();
            var mode = json
                    ? new JsonMode(agent, start.session().header(), streams)
                    : new PrintMode(agent, streams, Terminal.hasOutput());
            agent.subscribe(event -> {
                if (event instanceof AgentEvent.HookFailed(var error)) {
                    notices.report(error);
                    return;
                }
                mode.onEvent(event);
            });
            agent.subscribe(failures.reporting(notices));
            var watch = new SlowWatch(places.slow(), agent, () -> false, slow -> {
                if (mode instanceof JsonMode lines) {
                    lines.slow(slow);
                } else {
                    notices.slow(slow);
                }
            });
            life.endsWith(watch::close);
            start.begin();
            notices.clear();
            var prompts = first.with(line.words(new Contributions(agent.engine().hooks()).flags()));
            var steps = new ArrayList<OneShot.Step>();
            if (line.has(Option.RECOVER)) {
                steps.add(new OneShot.Step("--recover", () -> recover(agent, notices)));
            }
            prompts.forEach(prompt -> steps.add(OneShot.Step.of(agent, prompt)));
            if (steps.isEmpty()) {
                throw silence();
            }
            status = mode.run(steps, watch::sending);
        }
        // What cannot be kept at the end counts, too.
        return failures.status(status);
    }

    private static void recover(Agent agent, NoticePrinter notices) throws InterruptedException {
        if (!agent.recover()) {
            notices.report(
                    Notice.of("--recover: the last run of this session came to its end; there is nothing to recover."));
        }
    }

    /** A hook wants the program to end, which it does when all prompts are answered. */
    private static void endAnyway() {}

    private static Refusal silence() {
        return Refusal.ofArguments(
                "there is no prompt. Give one (pawl -p \"…\"), pipe one in, or name a file as @file.");
    }
}
