package dev.pawl.acceptance.beside;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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

    /** Returns a line for each file of the home and the project but sessions and logs, with the text of a short one. */
    List<String> files() throws IOException {
        var lines = new ArrayList<String>();
        for (var top : List.of(home(), project())) {
            try (var all = Files.walk(top)) {
                all.filter(Files::isRegularFile)
                        .filter(file -> !file.toString().contains("/cache/") && !isSession(file))
                        .filter(file -> !file.endsWith("models.json") && !file.endsWith("log.jsonl"))
                        .sorted()
                        .forEach(file -> lines.add(folder.relativize(file) + " = " + text(file)));
            }
        }
        return lines;
    }

    private boolean isSession(Path file) {
        return file.startsWith(sessions()) && file.toString().endsWith(".jsonl");
    }

    private Path sessions() {
        return home().resolve(".pi/agent/sessions");
    }

    /** Returns the kind of each entry of each session, and what an extension keeps in it. */
    List<String> entries() throws IOException {
        var lines = new ArrayList<String>();
        if (Files.exists(sessions())) {
            try (var all = Files.walk(sessions())) {
                for (var file : all.filter(this::isSession).sorted().toList()) {
                    for (var line : Files.readAllLines(file)) {
                        var entry = JsonObject.parse(line);
                        var kept = List.of("customType", "data", "name", "label", "thinkingLevel").stream()
                                .filter(entry::has)
                                .map(name -> " " + name + " " + entry.get(name))
                                .collect(Collectors.joining());
                        var role = entry.object("message").string("role", "");
                        if (!role.equals("system")) {
                            lines.add(entry.string("type", "") + " " + role + kept);
                        }
                    }
                }
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
