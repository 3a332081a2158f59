package dev.pawl.screen.view;

import dev.pawl.base.Programs;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.terminal.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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

    /** The clipboard of the desktop, by way of the programs that desktops have for it. */
    private static final class Clipboard {
        private static final List<List<String>> PROGRAMS = List.of(
                List.of("pbcopy"),
                List.of("wl-copy"),
                List.of("xclip", "-selection", "clipboard"),
                List.of("xsel", "--clipboard", "--input"),
                List.of("termux-clipboard-set"),
                List.of("clip.exe"));

        private Clipboard() {}

        /** The program that took the text; null if there is none, or none that works here. */
        static @Nullable String copy(String text, Map<String, String> environment) throws InterruptedException {
            for (var program : PROGRAMS) {
                var name = program.getFirst();
                boolean fits = switch (name) {
                    case "wl-copy" -> environment.containsKey("WAYLAND_DISPLAY");
                    case "xclip", "xsel" -> environment.containsKey("DISPLAY");
                    default -> true;
                };
                var file = fits ? Programs.find(name, environment) : null;
                if (file != null && run(file.toString(), program.subList(1, program.size()), text)) {
                    return name;
                }
            }
            return null;
        }

        /** Returns whether tmux took the text into its buffer, and passes it on to the terminal behind it. */
        static boolean toTmux(String text, Map<String, String> environment) throws InterruptedException {
            var tmux = Programs.find("tmux", environment);
            return tmux != null && run(tmux.toString(), List.of("load-buffer", "-w", "-"), text);
        }

        private static boolean run(String program, List<String> arguments, String text) throws InterruptedException {
            try {
                var command = new ArrayList<>(List.of(program));
                command.addAll(arguments);
                var process = Programs.away(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                try (var in = process.getOutputStream()) {
                    in.write(text.getBytes(StandardCharsets.UTF_8));
                }
                return process.waitFor(2, TimeUnit.SECONDS) && process.exitValue() == 0;
            } catch (IOException e) {
                return false;
            }
        }
    }
}
