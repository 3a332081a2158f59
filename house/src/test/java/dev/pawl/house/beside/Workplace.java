package dev.pawl.house.beside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The folder of one run: a home, a project with a few files, and what else the program may write to. */
record Workplace(Path folder) {
    private static final int LARGEST = 20_000;

    static Workplace make(Path folder) throws IOException {
        var place = new Workplace(folder.toRealPath());
        Files.createDirectories(place.home().resolve(".pi/agent"));
        Files.createDirectories(place.temporary());
        Files.createDirectories(place.project().resolve("old"));
        Files.writeString(place.project().resolve("hello.txt"), "Hello.\nHow are you?\n");
        Files.writeString(place.project().resolve("old/log.txt"), "nothing\n");
        return place;
    }

    Path home() {
        return folder.resolve("home");
    }

    Path project() {
        return folder.resolve("project");
    }

    Path temporary() {
        return folder.resolve("tmp");
    }

    Path socket() {
        return folder.resolve("s");
    }

    Path errors() {
        return folder.resolve("errors.txt");
    }

    /** Returns a line for each file of the home and the project, with the text of a short one. */
    List<String> files() throws IOException {
        var lines = new ArrayList<String>();
        for (var top : List.of(home(), project())) {
            try (var all = Files.walk(top)) {
                all.filter(Files::isRegularFile)
                        .filter(file -> !file.toString().contains("/cache/") && !file.endsWith("log.jsonl"))
                        .sorted()
                        .forEach(file -> lines.add(folder.relativize(file) + " = " + text(file)));
            }
        }
        return lines;
    }

    private static String text(Path file) {
        try {
            var bytes = Files.size(file) > LARGEST ? new byte[1] : Files.readAllBytes(file);
            for (byte each : bytes) {
                if (each == 0) {
                    return "(not shown)";
                }
            }
            return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
