package dev.pawl.config.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A gate with the files of its project (names and texts in turn), and the one that is written over or made. */
record Way(String gate, String rewritten, String... files) {
    /** Returns the gates whose other file is not noticed. */
    static List<String> unnoticed(Path dir, List<Way> ways) throws IOException {
        var missed = new ArrayList<String>();
        for (var way : ways) {
            var project = Files.createTempDirectory(dir, "way").toRealPath();
            for (int i = 0; i < way.files.length; i += 2) {
                file(project.resolve(way.files[i]), way.files[i + 1]);
            }
            var set = TrustedSet.ofCommand(project, List.of(way.gate), project, "PreToolUse", false);
            file(project.resolve(way.rewritten), "other");
            if (set.change() == null) {
                missed.add(way.gate + " with another " + way.rewritten);
            }
        }
        return missed;
    }

    /** Writes a file: a link where the text begins with {@code ->}, a program where it begins with {@code #!}, a folder for {@code /}. */
    static void file(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        if (text.startsWith("->")) {
            Files.createSymbolicLink(file, Path.of(text.substring(2)));
            return;
        }
        if (text.equals("/")) {
            Files.createDirectory(file);
            return;
        }
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(text.startsWith("#!"))).isTrue();
    }
}
