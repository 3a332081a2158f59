package dev.pawl.fleet;

import dev.pawl.base.net.Network;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.postgres.PostgresStore;
import dev.pawl.fleet.restate.RestateDurable;
import dev.pawl.fleet.store.FileStore;
import dev.pawl.fleet.store.StoredDurable;
import dev.pawl.packages.maven.Coordinates;
import dev.pawl.packages.maven.HookDependencies;
import dev.pawl.packages.maven.Resolver;
import java.io.IOException;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Driver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens the engine that an address names. */
final class Engines {
    /** Names the engine where no option does. */
    static final String VARIABLE = "PAWL_FLEET";

    /** Variables by which a database is reached: commands of sessions do not get them. */
    static final Set<String> SECRETS = Set.of("PGPASSWORD", "PGPASSFILE", "PGSERVICEFILE");

    private static final List<String> POSTGRESQL = List.of("org.postgresql:postgresql:42.7.8");
    private static final List<String> RESTATE = List.of("dev.restate:sdk-api:2.4.0", "dev.restate:sdk-core:2.4.0");

    private Engines() {}

    /** @param address a folder; null for the variable, or else a folder of the user */
    static Durable open(@Nullable String address, WorkerOptions options, Places places, PrintStream err)
            throws IOException {
        var lease = options.lease();
        var named = address == null ? places.environment().get(VARIABLE) : address;
        if (named == null || named.isBlank()) {
            return files(places.agentDir().resolve("fleet"), lease);
        }
        if (named.startsWith("file:")) {
            return files(places.cwd().resolve(named.substring("file:".length())), lease);
        }
        if (named.startsWith("/") || named.startsWith(".")) {
            return files(places.cwd().resolve(named), lease);
        }
        if (named.startsWith("postgresql:") || named.startsWith("postgres:")) {
            var url = "jdbc:postgresql:" + named.substring(named.indexOf(':') + 1);
            return new StoredDurable(new PostgresStore(driver(new Libraries(places, err)), url), lease);
        }
        if (named.startsWith("restate:")) {
            return restate(named.substring("restate:".length()), options, places.network(), new Libraries(places, err));
        }
        throw Refusal.ofArguments("there is no engine for \"" + named + "\"; possible are a folder (file:/path),"
                + " postgresql://host/database and restate:http://host:8080");
    }

    /** @param addresses where handlers are called and, behind a comma, where the server is administered */
    private static Durable restate(String addresses, WorkerOptions options, Network network, Libraries libraries) {
        int comma = addresses.indexOf(',');
        var advertise = options.advertise();
        return new RestateDurable(new RestateDurable.Setup(
                address(comma < 0 ? addresses : addresses.substring(0, comma)),
                comma < 0 ? null : address(addresses.substring(comma + 1)),
                options.lease(),
                advertise == null ? null : address(advertise),
                network,
                () -> sdk(libraries)));
    }

    private static URI address(String text) {
        try {
            var address = URI.create(text);
            if (address.getHost() != null && String.valueOf(address.getScheme()).startsWith("http")) {
                return address;
            }
        } catch (IllegalArgumentException _) {
            // As below.
        }
        throw Refusal.ofArguments("\"" + text + "\" is no address such as http://127.0.0.1:8080");
    }

    private static ClassLoader sdk(Libraries libraries) throws IOException {
        try {
            Class.forName("dev.restate.sdk.core.EndpointRequestHandler", false, Engines.class.getClassLoader());
            return Engines.class.getClassLoader();
        } catch (ClassNotFoundException _) {
            return new URLClassLoader("restate", libraries.jars(RESTATE), ClassLoader.getPlatformClassLoader());
        }
    }

    private static Driver driver(Libraries libraries) throws IOException {
        try {
            return driver(Engines.class.getClassLoader());
        } catch (ClassNotFoundException _) {
            // As usual: it is not part of the program.
        }
        try {
            return driver(
                    new URLClassLoader("postgresql", libraries.jars(POSTGRESQL), ClassLoader.getPlatformClassLoader()));
        } catch (ClassNotFoundException e) {
            throw new IOException(POSTGRESQL.getFirst() + " has no driver for PostgreSQL", e);
        }
    }

    private static Driver driver(ClassLoader loader) throws ClassNotFoundException, IOException {
        try {
            return (Driver) loader.loadClass("org.postgresql.Driver")
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            throw e;
        } catch (ReflectiveOperationException e) {
            throw new IOException("the driver for PostgreSQL cannot be used: " + e, e);
        }
    }

    private static Durable files(Path folder, Duration lease) throws IOException {
        return new StoredDurable(new FileStore(folder, InstantSource.system()), lease);
    }

    /**
     * The libraries that talk to an engine: they come from Maven Central when an engine is used for the first time, so that
     * the program stays small for all who need none.
     */
    private static final class Libraries {
        private final Places places;
        private final PrintStream err;

        Libraries(Places places, PrintStream err) {
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
            return found.stream().map(Libraries::url).toArray(URL[]::new);
        }

        private static URL url(Resolver.Found found) {
            try {
                return found.file().toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException("every file has an address", e);
            }
        }
    }
}
