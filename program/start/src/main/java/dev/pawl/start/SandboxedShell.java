package dev.pawl.start;

import dev.pawl.cli.Refusal;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.policy.rule.Confinement;
import dev.pawl.policy.sandbox.Sandbox;
import dev.pawl.policy.sandbox.SandboxSettings;
import dev.pawl.policy.sandbox.Unavailable;
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
        var sandbox = SandboxSettings.read(folders, settings).hooks()
                ? of(local, folders, settings, (_, _) -> Confinement.NONE, environment)
                : null;
        return (words, written) -> {
            try {
                return sandbox == null ? words : sandbox.inside(words, written);
            } catch (IOException e) {
                throw new UncheckedIOException("the sandbox cannot be made: " + e.getMessage(), e);
            }
        };
    }

    /** Returns whether the settings ask for one. */
    static boolean isAsked(Folders folders, Settings settings) {
        return settings.isSet(Keys.SANDBOX)
                && SandboxSettings.read(folders, settings).enabled();
    }

    private static @Nullable Sandbox of(
            LocalTools local,
            Folders folders,
            Settings settings,
            BiFunction<String, Path, Confinement> rules,
            Map<String, String> environment) {
        if (!isAsked(folders, settings)) {
            return null;
        }
        var shell = settings.shellPath(folders);
        try {
            return Sandbox.around(
                    local.localBash(),
                    SandboxSettings.read(folders, settings),
                    rules,
                    Folders.canonical(folders.cwd()),
                    folders.home(),
                    shell == null ? null : shell.toString(),
                    environment);
        } catch (Unavailable e) {
            throw refusal(e);
        }
    }

    /**
     * The operations of the bash tool, once they were seen to run a command; null for the ordinary ones.
     *
     * @param rules what is kept from a command in a folder besides
     */
    static @Nullable Sandbox tried(
            LocalTools local,
            Folders folders,
            Settings settings,
            BiFunction<String, Path, Confinement> rules,
            Map<String, String> environment)
            throws InterruptedException {
        var sandbox = of(local, folders, settings, rules, environment);
        try {
            if (sandbox != null) {
                sandbox.tryOut();
            }
        } catch (Unavailable e) {
            throw refusal(e);
        }
        return sandbox;
    }

    private static Refusal refusal(Unavailable e) {
        return Refusal.because("nothing was started, because the settings ask for a sandbox: " + e.getMessage()
                + ", or set sandbox.enabled to false.");
    }
}
