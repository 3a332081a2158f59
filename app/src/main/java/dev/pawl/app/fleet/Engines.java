package dev.pawl.app.fleet;

import dev.pawl.app.cli.Places;
import dev.pawl.app.cli.Refusal;
import dev.pawl.durable.Durable;
import dev.pawl.durable.store.FileStore;
import dev.pawl.durable.store.StoredDurable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Opens the engine that an address names. */
final class Engines {
    /** Names the engine where no option does. */
    static final String VARIABLE = "PAWL_FLEET";

    private Engines() {}

    /** @param address a folder; null for the variable, or else a folder of the user */
    static Durable open(@Nullable String address, WorkerOptions options, Places places) throws IOException {
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
        throw Refusal.ofArguments("there is no engine for \"" + named + "\"; possible are a folder (file:/path),"
                + " postgresql://host/database and restate:http://host:8080");
    }

    private static Durable files(Path folder, Duration lease) throws IOException {
        return new StoredDurable(new FileStore(folder, InstantSource.system()), lease);
    }
}
