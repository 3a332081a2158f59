package dev.pawl.serve.rpc;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.Severity;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.serve.driven.RecordWriter;
import java.io.PrintStream;

/**
 * Reports to the client, besides standard error, what was wrong with a file or left out, and which hook did not load.
 */
final class RpcNotices extends NoticePrinter {
    private final RpcUi ui;
    private final RecordWriter out;

    RpcNotices(Places places, PrintStream err, RpcUi ui, RecordWriter out) {
        super(places, err);
        this.ui = ui;
        this.out = out;
    }

    @Override
    protected void reported(Notice notice) {
        if (!notice.where().isEmpty()) {
            ui.notify(text(notice, ""), notice.error() ? Severity.ERROR : Severity.WARNING);
        }
    }

    /** An event contains it, so that it is not sent as a message of a hook, too. */
    @Override
    public void notLoaded(LoadProblem problem) {
        if (!problem.fatal()) {
            // Worth knowing for who writes the hook, who reads standard error; a client need not show it.
            print(new Notice(problem.path(), problem.message(), false));
            return;
        }
        out.write(JsonObject.of("type", "extension_error", "extensionPath", problem.path())
                .with("event", "load")
                .with("error", problem.message()));
        var notice = new Notice(problem.path(), problem.message(), true);
        if (isNew(notice)) {
            print(notice);
        }
    }
}
