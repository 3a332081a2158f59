package dev.pawl.screen.command;

import dev.pawl.hooks.trace.Trace;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.Outline;
import dev.pawl.tui.text.Untrusted;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** What hooks did, in words. */
final class TraceText {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private TraceText() {}

    static String clock(Trace trace) {
        return CLOCK.format(trace.time().atZone(ZoneId.systemDefault()));
    }

    /** Returns what one handler did. */
    static String done(Look look, Trace.Step step) {
        var note = step.note() == null ? "" : ": " + Untrusted.text(step.note());
        return switch (step.effect()) {
            case PASSED -> look.dim("let it pass") + note;
            case CHANGED -> look.fg("warning", "changed it") + note;
            case STOPPED -> look.fg("error", "stopped it") + note;
            case SHADOWED -> look.fg("warning", "was only recorded") + note;
            case FAILED -> look.fg("error", "failed") + note;
            case TIMED_OUT -> look.fg("error", "took too long") + note;
            case INTERRUPTED -> look.fg("warning", "was interrupted") + note;
        };
    }

    /** Who was asked, in order, what each did and how long it took. */
    static void append(Outline outline, Look look, Trace trace, int depth) {
        outline.add(depth, () -> look.bold(trace.point()) + look.dim(" " + clock(trace)));
        var steps = trace.steps();
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            var place = (i + 1) + ". ";
            outline.add(
                    depth + 1,
                    () -> trace.isRemark()
                            ? remark(look, step)
                            : look.dim(place)
                                    + look.path(step.hook())
                                    + " "
                                    + done(look, step)
                                    + look.dim(" (" + Figures.time(step.nanos()) + ")"));
        }
    }

    /** Something that was found out later; its words name the hook. */
    private static String remark(Look look, Trace.Step step) {
        return look.fg("warning", look.paths(step.note() == null ? "" : step.note()));
    }

    /** Returns what a hook did, without the name of the hook. */
    static String effect(Look look, Trace trace, Trace.Step step) {
        return trace.isRemark() ? remark(look, step) : done(look, step);
    }
}
