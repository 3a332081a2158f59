package dev.pawl.screen;

import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.session.Session;
import dev.pawl.tui.screen.Tui;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stays in the shell when the screen is left: the conversation, what it took, and how to go on with it. */
final class Leaving {
    /** The rest is in the session. */
    private static final int MOST_LINES = 10_000;

    private Leaving() {}

    /** The lines of the conversation, if they were on a screen that is gone with the program. */
    static List<String> transcript(AgentScreen screen) throws InterruptedException {
        boolean wanted = screen.settings().get(Keys.FULLSCREEN_EXIT_OUTPUT) == Choices.ExitOutput.TRANSCRIPT;
        if (!wanted || screen.isGone() || screen.tui.mode() != Tui.Mode.FULLSCREEN) {
            return List.of();
        }
        return screen.tui
                .call(() -> screen.transcript.isEmpty()
                        ? List.of()
                        : screen.tui.body().last(MOST_LINES));
    }

    /** Cost, tokens, time and how to go on; null if there is nothing to go on with. */
    static @Nullable String line(Session session, long nanos) {
        if (session.file() == null || !session.written()) {
            return null;
        }
        var used = session.stats().usage();
        var cost = used.cost().total();
        return (cost > 0 ? Figures.dollars(cost) + ", " : "")
                + Figures.tokens(used.input() + used.cacheRead() + used.cacheWrite()) + " tokens in, "
                + Figures.tokens(used.output()) + " out, "
                + Figures.seconds(nanos / 1_000_000_000 * 1_000)
                + ". To go on with this session: pawl --session " + session.id();
    }
}
