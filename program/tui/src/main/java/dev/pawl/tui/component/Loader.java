package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import dev.pawl.api.value.Subscription;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Lines;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows that something is going on: a sign that moves, and what it is. */
public final class Loader implements Component {
    public static final List<String> FRAMES = List.of("⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏");
    public static final Duration INTERVAL = Duration.ofMillis(80);

    private final Tui tui;
    private final Theme theme;
    private String message;
    private List<String> frames = FRAMES;
    private Duration interval = INTERVAL;
    private int step;
    private @Nullable Subscription ticking;

    public Loader(Tui tui, Theme theme, String message) {
        this.tui = tui;
        this.theme = theme;
        this.message = message;
    }

    /** Begins to move; {@link #stop} or {@link #dispose} ends it. */
    public void start() {
        if (ticking == null && frames.size() > 1) {
            ticking = tui.every(interval, () -> {
                step++;
                tui.requestRender();
            });
        }
    }

    public void stop() {
        if (ticking != null) {
            ticking.close();
            ticking = null;
        }
    }

    public void setMessage(String message) {
        this.message = message;
        tui.requestRender();
    }

    /** Other signs in turn; none hide it. */
    public void setIndicator(List<String> frames, Duration interval) {
        boolean moving = ticking != null;
        stop();
        this.frames = List.copyOf(frames);
        this.interval = interval;
        if (moving) {
            start();
        }
        tui.requestRender();
    }

    @Override
    public List<String> render(int width) {
        var sign = frames.isEmpty() ? "" : theme.fg("accent", frames.get(step % frames.size())) + " ";
        return List.of("", Lines.truncate(" " + sign + theme.fg("muted", message), width));
    }

    @Override
    public void dispose() {
        stop();
    }
}
