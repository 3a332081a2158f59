package dev.pawl.screen.view;

import dev.pawl.base.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks tmux whether it passes on keys such as {@code shift+enter}, which it does not until it is told to. */
public final class TmuxKeys {
    private static final int PATIENCE_SECONDS = 2;

    private TmuxKeys() {}

    /**
     * Asks beside everything else.
     *
     * @param listener is given what the user should know; nothing if all keys arrive, or this is not tmux
     */
    public static void check(Map<String, String> environment, Consumer<String> listener) {
        var tmux = environment.getOrDefault("TMUX", "").isEmpty() ? null : Programs.find("tmux", environment);
        if (tmux == null) {
            return;
        }
        var command = List.of(tmux.toString(), "show-options", "-sv", "extended-keys");
        Thread.ofVirtual().name("keys of tmux").start(() -> {
            if ("off".equals(answer(command, environment))) {
                listener.accept("tmux hides keys such as shift+enter. Run: tmux set -s extended-keys on; and put"
                        + " \"set -s extended-keys on\" into ~/.tmux.conf.");
            }
        });
    }

    private static @Nullable String answer(List<String> command, Map<String, String> environment) {
        try {
            var builder = Programs.away(command).redirectErrorStream(true);
            builder.environment().put("TMUX", environment.get("TMUX"));
            var process = builder.start();
            try {
                return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)
                        ? new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip()
                        : null;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException | InterruptedException e) {
            return null;
        }
    }
}
