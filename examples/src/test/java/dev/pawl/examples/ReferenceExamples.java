package dev.pawl.examples;

import dev.pawl.api.HookPoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** A hook with one handler for every point, each below a comment with the name of the point; a blank line ends it. */
enum ReferenceExamples {
    JAVA("Points.java"),
    TYPE_SCRIPT("points.ts");

    final Path file;

    ReferenceExamples(String name) {
        this.file = Path.of("src/test/resources/reference", name);
    }

    /** The handler of a point, as it is shown. */
    String of(HookPoint<?, ?> point) {
        var block = lines().lines()
                .dropWhile(line -> !line.strip().equals("// " + point.name()))
                .skip(1)
                .takeWhile(line -> !line.isBlank())
                .collect(Collectors.joining("\n"));
        // Behind the last handler there are the closing braces of method and class, which are less indented.
        int indent = block.length() - block.stripLeading().length();
        return block.lines()
                .filter(line -> line.startsWith(" ".repeat(indent)))
                .map(line -> line.substring(indent) + "\n")
                .collect(Collectors.joining());
    }

    private String lines() {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
