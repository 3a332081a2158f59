package dev.pawl.app.interactive;

import dev.pawl.api.Command;
import dev.pawl.api.Shortcut;
import dev.pawl.api.tool.Tool;
import dev.pawl.hooks.InstalledHook;
import dev.pawl.hooks.Listening;
import dev.pawl.hooks.Trace;
import dev.pawl.tui.text.Untrusted;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** What the hooks are, how they do, and what they did. */
final class HookReports {
    private static final int LATEST = 3;
    private static final int STORIES = 12;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Desk desk;

    HookReports(Desk desk) {
        this.desk = desk;
    }

    /** What is loaded from where, who listens to what, how often it was called, how long it takes, and what it did. */
    void hooks() {
        var engine = desk.agent().engine();
        var look = desk.face().look;
        if (engine.hooks().isEmpty()) {
            desk.status("No hooks are loaded. Drop a .java file into "
                    + look.path(desk.face().folders.agentDir().resolve("hooks")) + " and /reload, or see"
                    + " docs/hooks.md.");
            return;
        }
        var listening = engine.listening();
        var effects = engine.traces().effects();
        var lines = new ArrayList<Function<Look, String>>();
        for (var hook : engine.hooks()) {
            var path = hook.path();
            lines.add(l -> l.accent(l.bold(l.path(path))) + " "
                    + l.dim(hook.source().scope().name().toLowerCase(Locale.ROOT)));
            for (var one : listening) {
                if (one.hook().equals(path)) {
                    lines.add(l -> "   " + handler(l, one));
                }
            }
            var brought = brought(hook);
            if (!brought.isEmpty()) {
                lines.add(l -> "   " + l.muted("brings ") + Untrusted.line(brought));
            }
            latest(effects, path).forEach(step -> lines.add(l -> "   " + story(l, step)));
        }
        show(lines);
    }

    private static String handler(Look look, Listening one) {
        var name = String.format(Locale.ROOT, "%-26s", one.point());
        if (one.calls() == 0) {
            return Untrusted.line(name) + look.dim("not called yet");
        }
        return Untrusted.line(name)
                + look.dim(one.calls() + (one.calls() == 1 ? " call" : " calls") + " · half within "
                        + Figures.time(one.p50Nanos()) + " · 99 % within " + Figures.time(one.p99Nanos()))
                + (one.failures() == 0
                        ? ""
                        : look.fg("error", " · " + one.failures() + (one.failures() == 1 ? " failure" : " failures")));
    }

    private static String brought(InstalledHook hook) {
        var registry = hook.registry();
        var parts = new ArrayList<String>();
        registry.commands().stream().map(Command::name).forEach(name -> parts.add("/" + name));
        registry.tools().stream().map(Tool::name).forEach(name -> parts.add("tool " + name));
        registry.shortcuts().stream().map(Shortcut::key).forEach(key -> parts.add("key " + key));
        registry.providers().keySet().forEach(name -> parts.add("provider " + name));
        return String.join(", ", parts);
    }

    /** One thing that a hook did. */
    private record Deed(Instant time, String point, Trace.Step step) {}

    private static List<Deed> latest(List<Trace> effects, String path) {
        var deeds = new ArrayList<Deed>();
        for (var trace : effects.reversed()) {
            for (var step : trace.steps()) {
                if (step.hook().equals(path) && step.effect() != Trace.Effect.PASSED && deeds.size() < LATEST) {
                    deeds.add(new Deed(trace.time(), trace.point(), step));
                }
            }
        }
        return deeds.reversed();
    }

    /** Which hook did what to the last calls and requests: all that was more than to let something pass. */
    void why() {
        var effects = desk.agent().engine().traces().effects();
        if (effects.isEmpty()) {
            desk.status("No hook has blocked, changed or broken anything in this session.");
            return;
        }
        var lines = new ArrayList<Function<Look, String>>();
        for (var trace : effects.subList(Math.max(0, effects.size() - STORIES), effects.size())) {
            var time = CLOCK.format(trace.time().atZone(ZoneId.systemDefault()));
            lines.add(l -> l.dim(time) + " " + l.bold(trace.point()));
            for (var step : trace.steps()) {
                lines.add(l -> "   " + step(l, step));
            }
        }
        show(lines);
    }

    private static String story(Look look, Deed deed) {
        var time = CLOCK.format(deed.time().atZone(ZoneId.systemDefault()));
        return look.dim(time + " " + deed.point() + " ") + done(look, deed.step());
    }

    private static String step(Look look, Trace.Step step) {
        return look.path(step.hook()) + " " + done(look, step) + look.dim(" (" + Figures.time(step.nanos()) + ")");
    }

    private static String done(Look look, Trace.Step step) {
        var note = step.note() == null ? "" : ": " + Untrusted.text(step.note());
        return switch (step.effect()) {
            case PASSED -> look.dim("let it pass");
            case CHANGED -> look.fg("warning", "changed it") + note;
            case STOPPED -> look.fg("error", "stopped it") + note;
            case FAILED -> look.fg("error", "failed") + note;
            case TIMED_OUT -> look.fg("error", "took too long") + note;
            case INTERRUPTED -> look.fg("warning", "was interrupted") + note;
        };
    }

    private void show(List<Function<Look, String>> lines) {
        var look = desk.face().look;
        desk.report(new Styled(
                () -> String.join(
                        "\n", lines.stream().map(line -> line.apply(look)).toList()),
                look.outputPad,
                false));
    }
}
