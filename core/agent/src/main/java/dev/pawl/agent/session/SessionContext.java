package dev.pawl.agent.session;

import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.Messages;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.context.Project;
import dev.pawl.api.context.SessionModels;
import dev.pawl.api.context.Tools;
import dev.pawl.api.ui.Ui;
import dev.pawl.hooks.bound.Together;

/** A session as hooks see it: its parts refuse every call when another session took over. */
final class SessionContext extends ForwardingContext implements Together {
    private final Validity validity;
    private final Parts parts;
    private final SessionScope scope;

    SessionContext(SessionScope scope, SessionChanges changes) {
        this.scope = scope;
        this.validity = scope.validity();
        this.parts = new Parts(
                new RecordedSession(scope),
                scope.models(),
                new OfferedTools(scope),
                new SentMessages(scope, changes),
                scope.frontend().ui(),
                new OpenProject(scope));
    }

    @Override
    protected HookContext target() {
        validity.check();
        return parts;
    }

    @Override
    public void together(Runnable sends) {
        scope.valid().parts().queue().together(sends);
    }

    private record Parts(
            OpenSession session, SessionModels models, Tools tools, Messages messages, Ui ui, Project project)
            implements HookContext {}
}
