package dev.pawl.bridge.forms;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.value.StaleContextException;
import dev.pawl.bridge.protocol.Fields;
import org.jspecify.annotations.Nullable;

/**
 * What an extension's getters answer without asking: sent with every call.
 *
 * <p>Large things are sent once: the model when it changed, entries when new ones are requested.
 */
public final class ContextSnapshot {
    private volatile @Nullable Model lastModel;
    private volatile boolean modelSent;

    /** The other side has forgotten everything. */
    public void forget() {
        modelSent = false;
    }

    /** Returns whether the model of a session was sent already; from now on it counts as sent. */
    public boolean learns(HookContext ctx) {
        try {
            var model = ctx.models().current();
            boolean known = modelSent && model == lastModel;
            lastModel = model;
            modelSent = true;
            return known;
        } catch (UnsupportedOperationException | IllegalStateException e) {
            return true; // There is no session yet, and so no model that would have to be sent.
        }
    }

    /**
     * The context as it is now.
     *
     * @param whole whether large parts are sent again
     */
    public JsonObject state(HookContext ctx, boolean whole) {
        var state = Fields.of("mode", ctx.ui().mode().wire())
                .put("hasUi", ctx.ui().hasUser())
                .put("cwd", ctx.project().cwd().toString());
        try {
            var session = ctx.session();
            var file = session.file();
            state.put("sessionId", session.id())
                    .given("leafId", session.leafId())
                    .given("sessionFile", file == null ? null : file.toString())
                    .put("trusted", ctx.project().isTrusted())
                    .put("idle", ctx.session().isIdle())
                    .put("pendingMessages", ctx.messages().hasPending())
                    .put("thinkingLevel", ctx.models().thinkingLevel().wire());
            var model = ctx.models().current();
            if (whole || !modelSent || model != lastModel) {
                state.put("model", ModelShape.orNull(model));
                lastModel = model;
                modelSent = true;
            }
        } catch (StaleContextException e) {
            throw e;
        } catch (UnsupportedOperationException | IllegalStateException e) {
            // There is no session yet, as when a project's trust is decided.
            state.put("sessionId", "")
                    .put("idle", true)
                    .put("pendingMessages", false)
                    .put("trusted", false)
                    .put("thinkingLevel", "off");
        }
        return state.json();
    }
}
