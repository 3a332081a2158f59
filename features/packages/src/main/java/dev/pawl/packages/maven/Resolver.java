package dev.pawl.packages.maven;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Resolves coordinates with Maven's own resolver, which lives in a class loader of its own. */
public interface Resolver {
    /**
     * A request for artifacts.
     *
     * @param whole whether what the files need themselves is wanted, too
     * @param repositories {@code id=url}, besides those of Maven's settings
     * @param home the folder of Maven's settings and of the local repository
     */
    record Request(
            List<Coordinates> coordinates, boolean whole, List<String> repositories, Path home, boolean offline) {}

    /** A file that was found, with coordinates that name it alone. */
    record Found(Coordinates coordinates, Path file) {}

    /** Finds and fetches; a failure is a sentence for the user. */
    List<Found> resolve(Request request, Consumer<String> progress) throws IOException;
}
