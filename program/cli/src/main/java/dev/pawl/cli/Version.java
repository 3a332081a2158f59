package dev.pawl.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The version of the program, and the version of pi that it is compatible with. */
public final class Version {
    private Version() {}

    /** The launcher knows it, too: a file of a jar takes some milliseconds to be found. */
    public static String text() {
        var configured = System.getProperty("pawl.version");
        return configured == null ? read("version.txt") : configured;
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
