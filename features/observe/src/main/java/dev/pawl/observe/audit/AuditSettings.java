package dev.pawl.observe.audit;

import dev.pawl.base.FailureText;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The audit file that the settings ask for.
 *
 * @param bytes the size at which the next file is begun
 */
public record AuditSettings(Path file, long bytes) {
    private static final int MEGABYTES = 50;

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if no file is named: not to know where must not mean not to write
     */
    public static AuditSettings read(Settings settings, Folders folders) {
        var wanted = settings.get(Keys.AUDIT);
        var named = wanted == null ? "" : wanted.string("file", "");
        var file = named.isBlank() ? null : folders.find(folders.agentDir(), named);
        if (wanted == null || file == null) {
            throw new IllegalArgumentException(
                    "the setting audit needs the path of a file: {\"audit\": {\"file\": \"~/audit.jsonl\"}}");
        }
        return new AuditSettings(file, Math.max(1, wanted.integer("megabytes", MEGABYTES)) * 1_000_000L);
    }

    /**
     * Returns the hook that writes what is allowed, to be installed behind all others.
     *
     * @param problems receives what could not be written
     */
    public AuditHook hook(Consumer<String> problems) {
        return new AuditHook(new AuditLog(file, bytes), System.getProperty("user.name", ""), problems);
    }

    /**
     * Tries whether a line can be written.
     *
     * @throws IllegalArgumentException if it cannot, so that nothing is to be started
     */
    public void tryOut() {
        try {
            new AuditLog(file, Long.MAX_VALUE).tryOut();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "nothing was started, because the audit file " + file + " cannot be written: " + FailureText.of(e));
        }
    }
}
