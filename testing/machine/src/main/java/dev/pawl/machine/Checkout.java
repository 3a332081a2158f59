package dev.pawl.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The files of this project, wherever in it a test is run. */
public final class Checkout {
    /** The folder of the whole project, absolute. */
    public static final Path ROOT = root();

    private Checkout() {}

    /** Returns a file or folder of the project, by its path below {@link #ROOT}. */
    public static Path file(String first, String... more) {
        return ROOT.resolve(Path.of(first, more));
    }

    /** Returns the folders of all rooms: those at the root, and those on the floors below it. */
    public static List<Path> rooms() throws IOException {
        try (var folders = Files.find(ROOT, 2, (folder, _) -> Files.exists(folder.resolve("pom.xml")))) {
            return folders.filter(folder -> Files.isDirectory(folder.resolve("src")))
                    .sorted()
                    .toList();
        }
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
