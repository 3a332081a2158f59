package dev.pawl.screen.view;

import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts texts into the clipboard, by a program of the desktop and by the terminal itself (OSC 52), through tmux too. */
public final class Copying {
    /** More than this some terminals take for an attack. */
    private static final int LONGEST = 50_000;

    private final Tui tui;
    private final Terminal terminal;
    private final Map<String, String> environment;

    Copying(Tui tui, Terminal terminal, Map<String, String> environment) {
        this.tui = tui;
        this.terminal = terminal;
        this.environment = environment;
    }

    /**
     * What became of a text.
     *
     * @param program the program that took it; null if none did
     * @param handed whether the text was sent to the terminal, which does not report whether it keeps it
     */
    public record Done(@Nullable String program, boolean handed) {
        public boolean isDone() {
            return program != null || handed;
        }
    }

    /** Copies a text. Blocks; any thread but the screen's. */
    public Done copy(String text) throws InterruptedException {
        var program = Clipboard.copy(text, environment);
        boolean far = environment.getOrDefault("PI_CLIPBOARD_OSC52", "").equals("1")
                || environment.containsKey("SSH_CONNECTION")
                || environment.containsKey("SSH_TTY");
        return new Done(program, (program == null || far) && hand(text));
    }

    /** Hands a text to the terminal at the user's end; false if it is too long for that. */
    private boolean hand(String text) throws InterruptedException {
        if (environment.containsKey("TMUX") && Clipboard.toTmux(text, environment)) {
            return true;
        }
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST) {
            return false;
        }
        var sequence = "\u001b]52;c;" + Base64.getEncoder().encodeToString(bytes) + "\u0007";
        // tmux passes on to the terminal behind it what is wrapped like this, where it is allowed to.
        var wrapped = environment.containsKey("TMUX")
                ? sequence + "\u001bPtmux;" + sequence.replace("\u001b", "\u001b\u001b") + "\u001b\\"
                : sequence;
        tui.run(() -> terminal.write(wrapped));
        return true;
    }
}
