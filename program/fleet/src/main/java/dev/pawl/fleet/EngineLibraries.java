package dev.pawl.fleet;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Places;
import dev.pawl.packages.maven.Coordinates;
import dev.pawl.packages.maven.HookDependencies;
import dev.pawl.packages.maven.Resolver;
import java.io.IOException;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.List;

/**
 * The libraries that talk to an engine: they come from Maven Central when an engine is used for the first time, so that
 * the program stays small for all who need none.
 */
final class EngineLibraries {
    private final Places places;
    private final PrintStream err;

    EngineLibraries(Places places, PrintStream err) {
        this.places = places;
        this.err = err;
    }

    /** The jars of some libraries and of what they need. */
    URL[] jars(List<String> coordinates) throws IOException {
        var found = HookDependencies.resolved(
                new Resolver.Request(
                        coordinates.stream().map(Coordinates::parse).toList(),
                        true,
                        List.of(),
                        places.home().resolve(".m2"),
                        CommandLine.parse(List.of()).isOffline(places.environment())),
                progress -> err.println("pawl: " + progress));
        return found.stream().map(EngineLibraries::url).toArray(URL[]::new);
    }

    private static URL url(Resolver.Found found) {
        try {
            return found.file().toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("every file has an address", e);
        }
    }
}
