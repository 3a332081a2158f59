package dev.pawl.property;

import java.nio.file.Files;
import java.nio.file.Path;

/** The files of this project, wherever in it a test is run. */
public final class Checkout {
    /** The folder of the whole project, absolute. */
    public static final Path ROOT = root();

    private Checkout() {}

    /** Returns a file or folder of the project, by its path below {@link #ROOT}. */
    public static Path file(String first, String... more) {
        return ROOT.resolve(Path.of(first, more));
    }

    private static Path root() {
        var start = Path.of("").toAbsolutePath();
        for (var folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("ARCHITECTURE.md"))) {
                return folder;
            }
        }
        throw new IllegalStateException(
                "No folder above " + start + " has an ARCHITECTURE.md: run the tests in the" + " project's checkout.");
    }
}
