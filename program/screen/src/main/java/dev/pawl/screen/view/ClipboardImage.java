package dev.pawl.screen.view;

import dev.pawl.base.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A picture that was copied somewhere else, where the platform gives it out. */
public final class ClipboardImage {
    private static final int LARGEST = 50_000_000;
    private static final List<List<String>> PROGRAMS = List.of(
            List.of("wl-paste", "--no-newline", "--type", "image/png"),
            List.of("xclip", "-selection", "clipboard", "-t", "image/png", "-o"),
            List.of("pngpaste", "-"));

    private ClipboardImage() {}

    /** The file that it was put into; null if there is no picture, or no program that gives it out. */
    public static @Nullable Path save(Map<String, String> environment) throws InterruptedException {
        for (var program : PROGRAMS) {
            var file = Programs.find(program.getFirst(), environment);
            var picture = file == null ? null : save(file.toString(), program.subList(1, program.size()));
            if (picture != null) {
                return picture;
            }
        }
        return null;
    }

    private static @Nullable Path save(String program, List<String> arguments) throws InterruptedException {
        try {
            var command = new ArrayList<>(List.of(program));
            command.addAll(arguments);
            var process = Programs.away(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            byte[] bytes;
            try (var out = process.getInputStream()) {
                bytes = out.readNBytes(LARGEST);
            }
            if (process.waitFor() == 0 && bytes.length > 8 && bytes[1] == 'P' && bytes[2] == 'N') {
                var file = Files.createTempFile("pawl-clipboard-", ".png");
                Files.write(file, bytes);
                return file;
            }
        } catch (IOException e) {
            // The next program, then.
        }
        return null;
    }
}
