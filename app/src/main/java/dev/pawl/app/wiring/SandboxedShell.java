package dev.pawl.app.wiring;

import dev.pawl.app.cli.Refusal;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.policy.sandbox.Sandbox;
import dev.pawl.policy.sandbox.SandboxSettings;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The shell in a sandbox, where the settings ask for one; without it the program does not start then. */
final class SandboxedShell {
    private SandboxedShell() {}

    /** Puts the sandbox around the words of shell hooks, where the settings ask for that. */
    static BiFunction<List<String>, List<Path>, List<String>> aroundHooks(
            LocalTools local, Folders folders, Settings settings, Map<String, String> environment) {
        var sandbox =
                SandboxSettings.read(folders, settings).hooks() ? of(local, folders, settings, environment) : null;
        return (words, written) -> {
            try {
                return sandbox == null ? words : sandbox.inside(words, written);
            } catch (IOException e) {
                throw new UncheckedIOException("the sandbox cannot be made: " + e.getMessage(), e);
            }
        };
    }

    /** The operations of the bash tool; null for the ordinary ones. */
    static @Nullable Sandbox of(LocalTools local, Folders folders, Settings settings, Map<String, String> environment) {
        if (!settings.isSet(Keys.SANDBOX)) {
            return null;
        }
        var wanted = SandboxSettings.read(folders, settings);
        if (!wanted.enabled()) {
            return null;
        }
        var shell = settings.shellPath(folders);
        try {
            return Sandbox.around(
                    local.localBash(),
                    wanted,
                    Folders.canonical(folders.cwd()),
                    folders.home(),
                    shell == null ? null : shell.toString(),
                    environment);
        } catch (Sandbox.Unavailable e) {
            throw refusal(e);
        }
    }

    /** The same, once it was seen to run a command. */
    static @Nullable Sandbox tried(
            LocalTools local, Folders folders, Settings settings, Map<String, String> environment)
            throws InterruptedException {
        var sandbox = of(local, folders, settings, environment);
        try {
            if (sandbox != null) {
                sandbox.tryOut();
            }
        } catch (Sandbox.Unavailable e) {
            throw refusal(e);
        }
        return sandbox;
    }

    private static Refusal refusal(Sandbox.Unavailable e) {
        return Refusal.because("nothing was started, because the settings ask for a sandbox: " + e.getMessage());
    }
}
