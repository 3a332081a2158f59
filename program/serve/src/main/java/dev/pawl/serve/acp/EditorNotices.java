package dev.pawl.serve.acp;

import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.HookError;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import java.io.PrintStream;

/** Reports problems with files and failures of hooks to the client, in addition to standard error. */
final class EditorNotices extends NoticePrinter {
    private final Places places;
    private final EditorUi ui;

    EditorNotices(Places places, PrintStream err, EditorUi ui) {
        super(places, err);
        this.places = places;
        this.ui = ui;
    }

    @Override
    protected void reported(Notice notice) {
        ui.notify(text(notice, ""), notice.error() ? Severity.ERROR : Severity.WARNING);
    }

    @Override
    public synchronized void report(HookError error) {
        super.report(error);
        ui.notify(
                "hook " + places.shown(error.hookPath()) + " failed at " + error.event() + ": " + error.error(),
                Severity.ERROR);
    }
}
