package dev.pawl.loader.depend;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Finds the libraries that hooks ask for by name, and fetches those that are not on this machine. */
@FunctionalInterface
public interface Dependencies {
    /** Where nothing can be found, as in trials of hooks. */
    Dependencies NONE = wanted -> {
        throw new IOException("asks for " + String.join(", ", wanted.coordinates())
                + ", but libraries are not looked for here. Put the jars into the folder lib of a folder hook");
    };

    /**
     * Returns the jars, each with what it needs itself.
     *
     * @throws IOException with a sentence for the user if one of them cannot be had
     */
    List<Path> resolve(Wanted wanted) throws IOException, InterruptedException;
}
