package dev.pawl.app.interactive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Puts a text where the person can paste it from. */
final class Clipboard {
    private static final List<List<String>> PROGRAMS = List.of(
            List.of("pbcopy"), List.of("wl-copy"), List.of("xclip", "-selection", "clipboard"), List.of("clip.exe"));

    private Clipboard() {}

    /** Tries the programs that desktops have for it; false if there is none. */
    static boolean copy(String text, Map<String, String> environment) throws InterruptedException {
        for (var program : PROGRAMS) {
            boolean fits = switch (program.getFirst()) {
                case "wl-copy" -> environment.containsKey("WAYLAND_DISPLAY");
                case "xclip" -> environment.containsKey("DISPLAY");
                default -> true;
            };
            if (fits && run(program, text)) {
                return true;
            }
        }
        return false;
    }

    private static boolean run(List<String> program, String text) throws InterruptedException {
        try {
            var process = new ProcessBuilder(program)
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
