package dev.pawl.field;

import dev.pawl.machine.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Tries one agent in one situation: without the hook, to see that the effect is possible, then with it. */
final class Trial {
    private final AgentProfile agent;
    private final Situation situation;
    private final Path npm;
    private final Path folder;
    private final StringBuilder evidence = new StringBuilder();

    Trial(AgentProfile agent, Situation situation, Path npm, Path runs) {
        this.agent = agent;
        this.situation = situation;
        this.npm = npm;
        this.folder = runs.resolve(agent.id()).resolve(situation.id());
    }

    Verdict verdict() throws IOException, InterruptedException {
        if (situation.hooks(agent.ending()).isEmpty()) {
            return Verdict.notOffered("it has no hooks for this");
        }
        if (!agent.hasMoment(situation.moment())) {
            return Verdict.notOffered("its hooks are not called " + situation.moment() + " a call");
        }
        for (var tool : situation.tools()) {
            if (!agent.hasTool(tool)) {
                return Verdict.notOffered("it has no tool for " + tool);
            }
        }
        if (situation.hasControl()) {
            var control = run("without the hook", false);
            if (Effect.seen(situation.leak(), control).isEmpty()) {
                return Verdict.notTried("without the hook, the effect was not seen either");
            }
        }
        var tried = run("with the hook", true);
        var leak = Effect.seen(situation.leak(), tried);
        if (!leak.isEmpty()) {
            return Verdict.leaked(leak);
        }
        if (tried.requests().isEmpty()) {
            var end = "the program " + tried.end() + " before it asked its model";
            return situation.mayRefuseToStart() ? Verdict.held(end) : Verdict.notTried(end);
        }
        if (!situation.held().isEmpty()) {
            var seen = Effect.seen(situation.held(), tried);
            return seen.isEmpty() ? Verdict.leaked("the hook's own effect is missing") : Verdict.held(seen);
        }
        return Verdict.held(
                tried.status() < 0 ? "the call was not made; the program had to be ended" : "the call was not made");
    }

    /** Returns what was seen in the runs: the end of each, and what it printed. */
    String evidence() {
        return evidence.toString();
    }

    private Run run(String how, boolean withHooks) throws IOException, InterruptedException {
        var place = folder.resolve(withHooks ? "hook" : "control");
        delete(place);
        Files.createDirectories(place);
        var run = Run.of(agent, situation, withHooks, place.toRealPath(), npm, Checkout.ROOT);
        evidence.append(how)
                .append(": ")
                .append(run.requests().size())
                .append(" requests, ")
                .append(run.end())
                .append('\n');
        if (withHooks) {
            evidence.append(run.shown()).append('\n');
        }
        return run;
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
