package dev.pawl.start;

import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.trust.Trust;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds the folder of the sessions, without loading anything that a project contributes. */
public final class SessionPlace {
    private SessionPlace() {}

    /** The folder that the settings name; null if they name none. */
    @FunctionalInterface
    interface Named {
        @Nullable
        Path find() throws InterruptedException;
    }

    /** Where a driven program keeps sessions: the user is not asked whether a project is trusted. */
    public static SessionPaths driven(CommandLine line, Places places) throws InterruptedException {
        return choose(line, places, () -> unasked(line, places));
    }

    /** @param settings asked only if neither the command line nor the environment names a folder */
    static SessionPaths choose(CommandLine line, Places places, Named settings) throws InterruptedException {
        var folder = line.value(Option.SESSION_DIR);
        var named = folder == null ? null : text(places.folders().find(places.cwd(), folder));
        boolean elsewhere = named != null
                || !places.environment().getOrDefault(SessionPaths.VARIABLE, "").isBlank();
        return SessionPaths.choose(
                places.agentDir(),
                places.home(),
                named,
                places.environment(),
                elsewhere ? null : text(settings.find()));
    }

    /** Returns what settings name, those of the project only if it is known to be trusted and is as it was then. */
    static @Nullable Path unasked(CommandLine line, Places places) throws InterruptedException {
        var folders = places.folders();
        var store = SettingsStore.in(folders);
        var user = store.read(false);
        if (!Files.exists(folders.settingsFile(Layer.PROJECT))) {
            return user.sessionDir(folders);
        }
        var trust = new Trust(folders);
        var known = trust.decide(line.approved(), user.get(Keys.DEFAULT_PROJECT_TRUST), Trust.Voices.NONE);
        return store.read(known.loads() && isAsTrusted(trust, line.approved())).sessionDir(folders);
    }

    /** Returns whether everything is as it was trusted; an approving command line has looked at it. */
    private static boolean isAsTrusted(Trust trust, @Nullable Boolean approved) throws InterruptedException {
        try {
            return Boolean.TRUE.equals(approved) || trust.changes().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private static @Nullable String text(@Nullable Path path) {
        return path == null ? null : path.toString();
    }
}
