package dev.pawl.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The version of the program, and the version of pi that it is compatible with. */
public final class Version {
    private Version() {}

    public static String text() {
        return read("version.txt");
    }

    public static String ofPi() {
        return read("pi-version.txt");
    }

    private static String read(String resource) {
        try (var in = Objects.requireNonNull(Version.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the program's file " + resource + " cannot be read", e);
        }
    }
}
