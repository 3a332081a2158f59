package dev.pawl.screen.view;

import dev.pawl.base.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The clipboard of the desktop, by way of the programs that desktops have for it. */
public final class Clipboard {
    private static final List<List<String>> PROGRAMS = List.of(
            List.of("pbcopy"),
            List.of("wl-copy"),
            List.of("xclip", "-selection", "clipboard"),
            List.of("xsel", "--clipboard", "--input"),
            List.of("termux-clipboard-set"),
            List.of("clip.exe"));

    private Clipboard() {}

    /** The program that took the text; null if there is none, or none that works here. */
    public static @Nullable String copy(String text, Map<String, String> environment) throws InterruptedException {
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

    /** Whether tmux took the text into its buffer, and passes it on to the terminal behind it. */
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
