package dev.pawl.screen;

import dev.pawl.api.message.Usage;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.session.Session;
import dev.pawl.tui.screen.Tui;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is written into the shell at the end, whether a key, a hook or a signal brought it. Any thread. */
final class Farewell {
    /** The number of lines that stay in the shell; the rest is in the session. */
    private static final int MOST_LINES = 10_000;

    private final AgentScreen screen;
    private final PrintStream out;
    private final long begun = System.nanoTime();
    private @Nullable List<String> lines;

    Farewell(AgentScreen screen, PrintStream out) {
        this.screen = screen;
        this.out = out;
    }

    /** Collects what is to be written, once, while the screen and the session are still there. */
    synchronized void collect(Session session) throws InterruptedException {
        if (lines != null) {
            return;
        }
        var all = new ArrayList<String>();
        lines = all;
        all.addAll(transcript());
        if (session.file() != null && session.written()) {
            var command = "pawl --session " + session.id();
            var figures = figures(session.stats().usage(), System.nanoTime() - begun);
            // A terminal that breaks the line would break it within the id.
            boolean fits = figures.length() + 1 + command.length() <= screen.tui.columns();
            all.addAll(fits ? List.of(figures + " " + command) : List.of(figures, command));
        }
    }

    /** Writes it, once, when the screen is gone. */
    synchronized void write() {
        if (lines != null) {
            lines.forEach(out::println);
            out.flush();
            lines = List.of();
        }
    }

    /** The lines of the conversation, if they were on a screen that is gone with the program. */
    private List<String> transcript() throws InterruptedException {
        boolean wanted = screen.settings().get(Keys.FULLSCREEN_EXIT_OUTPUT) == Choices.ExitOutput.TRANSCRIPT;
        if (!wanted || screen.isGone() || screen.tui.mode() != Tui.Mode.FULLSCREEN) {
            return List.of();
        }
        return screen.tui.call(() ->
                screen.transcript.isEmpty() ? List.of() : screen.tui.body().last(MOST_LINES));
    }

    /** Cost, tokens and time. */
    private static String figures(Usage used, long nanos) {
        var cost = used.cost().total();
        return (cost > 0 ? Figures.dollars(cost) + ", " : "")
                + Figures.tokens(used.input() + used.cacheRead() + used.cacheWrite()) + " tokens in, "
                + Figures.tokens(used.output()) + " out, "
                + Figures.seconds(nanos / 1_000_000_000 * 1_000)
                + ". To go on with this session:";
    }
}
