package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.Listening;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.Trace;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.Outline;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reports on the loaded hooks and what they do. */
final class HookReports {
    private static final int LATEST = 3;
    private static final int POINT = 26;
    private static final int REASON = 6;

    private final CommandScope out;
    private final Look look;
    private final Agent agent;

    HookReports(CommandScope out) {
        this.out = out;
        this.look = out.screen().look;
        this.agent = out.agent();
    }

    /** What is loaded from where, who listens to what, how often it was called, how long it takes, and what it did. */
    void hooks() throws InterruptedException {
        var engine = agent.engine();
        var missing = agent.missingHooks();
        if (engine.hooks().isEmpty() && missing.isEmpty()) {
            out.status("No hooks are loaded. Drop a .java file into "
                    + look.path(out.screen().folders.agentDir().resolve("hooks")) + " and /reload, or see"
                    + " docs/hooks.md.");
            return;
        }
        var listening = engine.listening();
        var effects = engine.traces().effects();
        var outline = new Outline(look);
        for (var hook : engine.hooks()) {
            var path = hook.path();
            outline.add(
                    0,
                    () -> look.accent(look.bold(look.path(path))) + " "
                            + look.dim(hook.source().scope().name().toLowerCase(Locale.ROOT)));
            boolean listens = false;
            for (var one : listening) {
                if (one.hook().equals(path)) {
                    outline.add(1, () -> handler(look, one));
                    listens = true;
                }
            }
            var brought = brought(hook);
            if (!brought.isEmpty()) {
                outline.add(1, () -> look.muted("brings ") + Untrusted.line(brought));
            } else if (!listens) {
                outline.add(1, () -> look.dim("listens to nothing and brings nothing"));
            }
            latest(effects, path)
                    .forEach(effect -> outline.add(
                            1,
                            () -> look.dim(TraceText.clock(effect.trace()) + " "
                                            + effect.trace().point() + " ")
                                    + TraceText.effect(look, effect.trace(), effect.step())));
        }
        for (var problem : missing) {
            outline.add(
                    0,
                    () -> look.fg("error", look.bold(look.path(problem.path()))) + " "
                            + look.fg("error", "not loaded"));
            problem.message()
                    .strip()
                    .lines()
                    .limit(REASON)
                    .forEach(words -> outline.add(1, () -> look.muted(Untrusted.line(words))));
        }
        engine.hooks().stream()
                .map(InstalledHook::process)
                .filter(Objects::nonNull)
                .distinct()
                .map(HookReports::figures)
                .forEach(residence -> outline.add(0, () -> look.muted(residence)));
        out.report(outline);
    }

    private static String handler(Look look, Listening one) {
        var name = Lines.pad(Untrusted.line(one.point()), POINT);
        if (one.calls() == 0) {
            return name + look.dim("not called yet");
        }
        return name
                + look.dim(one.calls() + (one.calls() == 1 ? " call" : " calls") + " · p50 "
                        + Figures.time(one.p50Nanos()) + " · p99 " + Figures.time(one.p99Nanos()))
                + (one.failures() == 0
                        ? ""
                        : look.fg("error", " · " + one.failures() + (one.failures() == 1 ? " failure" : " failures")));
    }

    private static String brought(InstalledHook hook) {
        var registry = hook.registry();
        var parts = new ArrayList<String>();
        registry.commands().names().forEach(name -> parts.add("/" + name));
        registry.tools().names().forEach(name -> parts.add("tool " + name));
        registry.shortcuts().names().forEach(key -> parts.add("key " + key));
        registry.providers().names().forEach(name -> parts.add("provider " + name));
        return String.join(", ", parts);
    }

    /** One thing that a hook did. */
    private record HookEffect(Trace trace, Trace.Step step) {}

    private static List<HookEffect> latest(List<Trace> effects, String path) {
        var found = new ArrayList<HookEffect>();
        for (var trace : effects.reversed()) {
            for (var step : trace.steps()) {
                if (step.hook().equals(path) && step.effect() != Effect.PASSED && found.size() < LATEST) {
                    found.add(new HookEffect(trace, step));
                }
            }
        }
        return found.reversed();
    }

    /** The resources that the process of TypeScript hooks uses, as far as the machine reports them. */
    private static String figures(ProcessHandle process) {
        var text = new StringBuilder("TypeScript hooks run in process ").append(process.pid());
        var memory = memory(Path.of("/proc", Long.toString(process.pid()), "status"));
        if (memory != null) {
            text.append(" · ").append(memory).append(" MB of memory");
        }
        process.info()
                .totalCpuDuration()
                .ifPresent(time -> text.append(" · ")
                        .append(Figures.seconds(time.toMillis()))
                        .append(" of processor time"));
        return text.toString();
    }

    /** The memory that a process has, where its state is a file. */
    private static @Nullable Long memory(Path status) {
        try {
            for (var line : Files.readAllLines(status)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
                }
            }
        } catch (IOException e) {
            // Other systems keep it elsewhere, and the process may be gone.
        }
        return null;
    }
}
