package dev.pawl.start.observing;

import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Refusal;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Settings;
import dev.pawl.observe.audit.AuditHook;
import dev.pawl.observe.audit.AuditSettings;
import java.nio.file.Path;
import java.util.function.Function;

/** The audit file, where the settings ask for one; nothing of it is loaded otherwise. */
public final class Audited {
    private Audited() {}

    /** Returns the file that the settings name. */
    public static Path file(Settings settings, Folders folders) {
        return asked(settings, folders, AuditSettings::file);
    }

    /** Returns the hook that writes what is allowed, to be installed behind all others. */
    public static AuditHook hook(Settings settings, Folders folders, NoticePrinter notices) {
        return asked(settings, folders, audit -> audit.hook(problem -> notices.report(new Notice("", problem, true))));
    }

    /** Refuses to start where no line can be written. */
    public static void tryOut(Settings settings, Folders folders) {
        asked(settings, folders, audit -> {
            audit.tryOut();
            return audit;
        });
    }

    private static <T> T asked(Settings settings, Folders folders, Function<AuditSettings, T> action) {
        try {
            return action.apply(AuditSettings.read(settings, folders));
        } catch (IllegalArgumentException e) {
            throw Refusal.because(String.valueOf(e.getMessage()));
        }
    }
}
