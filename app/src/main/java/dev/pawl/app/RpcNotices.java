package dev.pawl.app;

import dev.pawl.api.ui.Severity;
import java.io.PrintStream;

/** Tells the client, besides standard error, what was wrong with a file or left out. */
final class RpcNotices extends NoticePrinter {
    private final Places places;
    private final RpcUi ui;

    RpcNotices(Places places, PrintStream err, RpcUi ui) {
        super(places, err);
        this.places = places;
        this.ui = ui;
    }

    @Override
    void told(Notice notice) {
        if (!notice.where().isEmpty()) {
            var message = notice.message().strip();
            ui.notify(
                    message.startsWith(notice.where()) ? message : places.shown(notice.where()) + ": " + message,
                    notice.error() ? Severity.ERROR : Severity.WARNING);
        }
    }
}
