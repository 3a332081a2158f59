package dev.pawl.start.observing;

import dev.pawl.agent.setup.TraceSink;
import dev.pawl.base.FailureText;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Refusal;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.observe.audit.AuditHook;
import dev.pawl.observe.audit.AuditLog;
import java.io.IOException;
import java.nio.file.Path;

/** The audit file, where the settings ask for one; nothing of it is loaded otherwise. */
public final class Audited {
    private static final int MEGABYTES = 50;

    private Audited() {}

    /** The file that the settings name. Without one nothing runs: not to know where must not mean not to write. */
    public static Path file(Settings settings, Folders folders) {
        var wanted = settings.get(Keys.AUDIT);
        var named = wanted == null ? "" : wanted.string("file", "");
        var file = named.isBlank() ? null : folders.find(folders.agentDir(), named);
        if (file == null) {
            throw Refusal.because(
                    "the setting audit needs the path of a file: {\"audit\": {\"file\": \"~/audit.jsonl\"}}");
        }
        return file;
    }

    /** Returns the hook that writes what is allowed, to be installed behind all others. */
    public static AuditHook hook(Settings settings, Folders folders, NoticePrinter notices) {
        var wanted = settings.get(Keys.AUDIT);
        long bytes = Math.max(1, wanted == null ? MEGABYTES : wanted.integer("megabytes", MEGABYTES)) * 1_000_000L;
        return new AuditHook(
                new AuditLog(file(settings, folders), bytes),
                System.getProperty("user.name", ""),
                problem -> notices.report(new Notice("", problem, true)));
    }

    /** Refuses to start where no line can be written. */
    public static void tryOut(Settings settings, Folders folders) {
        var file = file(settings, folders);
        try {
            new AuditLog(file, Long.MAX_VALUE).tryOut();
        } catch (IOException e) {
            throw Refusal.because(
                    "nothing was started, because the audit file " + file + " cannot be written: " + FailureText.of(e));
        }
    }

    /** Notes what the other hooks decide. */
    static TraceSink decisions(Settings settings, Folders folders, NoticePrinter notices) {
        var hook = hook(settings, folders, notices);
        return (session, engine) -> hook.watch(session.id(), engine);
    }
}
