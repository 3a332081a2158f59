package dev.pawl.agent.session;

import dev.pawl.api.context.CommandContext;
import java.nio.file.Path;

/** Replaces a session at the request of one of its hooks, as long as it is the agent's. */
final class HookReplacing implements Replacing {
    private final CurrentSession current;
    private final SessionContext asker;

    HookReplacing(CurrentSession current, SessionContext asker) {
        this.current = current;
        this.asker = asker;
    }

    @Override
    public boolean newSession(CommandContext.NewSession options) throws InterruptedException {
        return current.newSession(options, asker::good);
    }

    @Override
    public boolean switchSession(Path file, CommandContext.Callback withSession) throws InterruptedException {
        return current.switchSession(file, withSession, asker::good);
    }

    @Override
    public boolean fork(String entryId, CommandContext.ForkPosition position, CommandContext.Callback withSession)
            throws InterruptedException {
        var forked = current.fork(entryId, position, withSession, asker::good);
        var text = forked.text();
        if (text != null && current.hasEditor()) {
            current.ui().setEditorText(text);
        }
        return !forked.cancelled();
    }

    @Override
    public boolean navigateTree(String targetId, CommandContext.Navigation options) throws InterruptedException {
        var moved = TreeWalk.in(asker.good()).go(targetId, options);
        var text = moved.text();
        if (text != null && current.hasEditor() && current.ui().editorText().isEmpty()) {
            current.ui().setEditorText(text);
        }
        return !moved.cancelled();
    }

    @Override
    public void reload() throws InterruptedException {
        current.reload(asker::good);
    }

    @Override
    public void shutdown() {
        current.shutdown();
    }
}
