package dev.pawl.agent.session;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.ForwardingSession;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.SystemPromptOptions;
import java.nio.file.Path;
import java.util.List;

/** The context of a slash command while it runs, or of the callback after a change of the session. */
final class CommandCall extends ForwardingContext implements CommandContext {
    private final SessionScope scope;
    private final SessionChanges changes;
    private final List<String> args;
    private final String argsRaw;

    CommandCall(SessionScope scope, SessionChanges changes, List<String> args, String argsRaw) {
        this.scope = scope;
        this.changes = changes;
        this.args = List.copyOf(args);
        this.argsRaw = argsRaw;
    }

    @Override
    protected HookContext target() {
        return scope.core().engine().session();
    }

    @Override
    public List<String> args() {
        return args;
    }

    @Override
    public String argsRaw() {
        return argsRaw;
    }

    @Override
    public OpenSession session() {
        return new ForwardingSession() {
            @Override
            protected OpenSession target() {
                return CommandCall.this.target().session();
            }

            // Waits for the end of a request that is under way, so that hooks see the whole conversation.
            @Override
            public void rebuildContext() throws InterruptedException {
                scope.valid().parts().requests().betweenRequests(() -> {
                    scope.valid().core().conversation().forget();
                    scope.preview().show();
                });
            }
        };
    }

    @Override
    public void waitForIdle() throws InterruptedException {
        scope.valid().parts().queue().awaitIdle();
    }

    @Override
    public SystemPromptOptions systemPromptOptions() {
        return scope.valid().core().prompts().options();
    }

    @Override
    public boolean newSession(NewSession options) throws InterruptedException {
        return changes.newSession(options, asker());
    }

    @Override
    public boolean switchSession(Path file, Callback withSession) throws InterruptedException {
        return changes.switchSession(file, withSession, asker());
    }

    @Override
    public boolean fork(String entryId, ForkPosition position, Callback withSession) throws InterruptedException {
        var forked = changes.fork(entryId, position, withSession, asker());
        var text = forked.text();
        if (text != null && hasEditor()) {
            scope.frontend().ui().setEditorText(text);
        }
        return !forked.cancelled();
    }

    @Override
    public boolean navigateTree(String targetId, Navigation options) throws InterruptedException {
        var moved = scope.valid().tree().go(targetId, options);
        var text = moved.text();
        if (text != null && hasEditor() && scope.frontend().ui().editorText().isEmpty()) {
            scope.frontend().ui().setEditorText(text);
        }
        return !moved.cancelled();
    }

    @Override
    public void reload() throws InterruptedException {
        changes.reload(asker());
    }

    private SessionChanges.Asker asker() {
        scope.validity().check();
        return scope.validity()::check;
    }

    /** Returns whether there is a screen with an editor; clients fill an editor of their own themselves. */
    private boolean hasEditor() {
        return scope.frontend().mode() == Mode.TUI;
    }
}
