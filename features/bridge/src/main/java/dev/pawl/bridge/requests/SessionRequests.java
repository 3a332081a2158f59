package dev.pawl.bridge.requests;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.CompactOptions;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.SessionView;
import dev.pawl.api.value.Delivery;
import dev.pawl.bridge.forms.PromptShape;
import dev.pawl.bridge.forms.RunForms;
import dev.pawl.bridge.forms.WireJson;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.Method;
import dev.pawl.bridge.protocol.Scope;
import dev.pawl.hooks.form.JsonForm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers what extensions ask about a session, and does what they ask for. */
final class SessionRequests {
    private SessionRequests() {}

    static void addTo(Map<Method, Answerer> to) {
        to.put(Method.STATE, ask -> ask.hook().mirror().state(ask.ctx(), true));
        to.put(Method.SESSION_ENTRIES, ask -> entries(view(ask), ask.textOrNull(0)));
        to.put(Method.SESSION_NAME, ask -> view(ask).name());
        to.put(Method.SESSION_DIR, ask -> view(ask).sessionDir().toString());
        to.put(Method.SESSION_HEADER, ask -> view(ask).header().toJson());
        to.put(Method.DRAFT_STATE, SessionRequests::draftState);
        to.put(
                Method.DRAFT_MESSAGE,
                ask -> ask.draft().append(Message.from(ask.object(0))).id());
        to.put(
                Method.DRAFT_CUSTOM,
                ask -> ask.draft().append(ask.text(0), orEmpty(ask.arg(1))).id());
        to.put(Method.DRAFT_NAME, ask -> {
            ask.draft().rename(ask.text(0));
            return null;
        });
        to.put(Method.MESSAGES, ask -> WireJson.messages(ask.ctx().messages().list()));
        to.put(Method.PART, ask -> {
            var parts = ask.scope() == null ? null : ask.scope().parts();
            return parts == null ? null : parts.apply(ask.text(0));
        });
        to.put(Method.IDEMPOTENCY_KEY, ask -> ask.ctx().session().idempotencyKey());
        to.put(Method.CONTEXT_USAGE, ask -> {
            var usage = ask.ctx().session().contextUsage();
            return usage == null
                    ? null
                    : Fields.of("tokens", usage.tokens())
                            .put("contextWindow", usage.contextWindow())
                            .put("percent", usage.percent())
                            .json();
        });
        to.put(Method.SYSTEM_PROMPT, ask -> ask.ctx().messages().systemPrompt());
        to.put(Method.SYSTEM_PROMPT_OPTIONS, ask -> PromptShape.of(ask.command().systemPromptOptions(), ask.ctx()));
        to.put(
                Method.APPEND_ENTRY,
                ask -> ask.ctx().session().append(ask.text(0), ask.arg(1)).id());
        to.put(Method.SAVE_ENTRY, ask -> {
            ask.ctx().session().save(ask.object(0));
            return null;
        });
        to.put(Method.SET_SESSION_NAME, ask -> {
            ask.ctx().session().rename(ask.textOrNull(0));
            return null;
        });
        to.put(Method.SET_LABEL, ask -> {
            ask.ctx().session().label(ask.text(0), ask.textOrNull(1));
            return null;
        });
        to.put(Method.SET_THINKING_LEVEL, ask -> {
            var level = ThinkingLevel.find(ask.textOrNull(0));
            if (level == null) {
                throw new IllegalArgumentException("there is no thinking level " + ask.arg(0));
            }
            ask.ctx().models().setThinkingLevel(level);
            return null;
        });
        to.put(Method.REBUILD_CONTEXT, ask -> {
            ask.ctx().session().rebuildContext();
            return null;
        });
        to.put(Method.ABORT, ask -> {
            ask.ctx().session().abort();
            return null;
        });
        to.put(Method.SHUTDOWN, ask -> {
            ask.ctx().project().shutdown();
            return null;
        });
        to.put(Method.COMPACT, SessionRequests::compact);
        to.put(Method.SEND_MESSAGE, ask -> {
            ask.ctx().messages().send(RunForms.hookMessage(ask.object(0)), delivery(ask.object(1)));
            return null;
        });
        to.put(Method.SEND_USER_MESSAGE, ask -> {
            ask.ctx().messages().sendUser(Body.fromJson(ask.arg(0)), delivery(ask.object(1)));
            return null;
        });
        addCommands(to);
    }

    private static void addCommands(Map<Method, Answerer> to) {
        to.put(Method.WAIT_FOR_IDLE, ask -> {
            ask.command().waitForIdle();
            return null;
        });
        to.put(Method.NEW_SESSION, ask -> {
            var parent = ask.textOrNull(0);
            var setup = ask.function(1);
            return cancelled(ask.command()
                    .newSession(new CommandContext.NewSession(
                            parent == null ? null : Path.of(parent),
                            draft -> {
                                if (setup != null) {
                                    ask.hook().call(setup, Scope.of(draft), _ -> {}, java.util.List.of());
                                }
                            },
                            callback(ask, 2))));
        });
        to.put(
                Method.SWITCH_SESSION,
                ask -> cancelled(ask.command().switchSession(Path.of(ask.text(0)), callback(ask, 1))));
        to.put(Method.FORK, ask -> {
            var position = "at".equals(ask.textOrNull(1))
                    ? CommandContext.ForkPosition.AT
                    : CommandContext.ForkPosition.BEFORE;
            return cancelled(ask.command().fork(ask.text(0), position, callback(ask, 2)));
        });
        to.put(Method.NAVIGATE_TREE, ask -> {
            var options = ask.object(1);
            return cancelled(ask.command()
                    .navigateTree(
                            ask.text(0),
                            new CommandContext.Navigation(
                                    options.bool("summarize", false),
                                    options.string("customInstructions"),
                                    options.bool("replaceInstructions", false),
                                    options.string("label"))));
        });
        to.put(Method.RELOAD, ask -> {
            ask.command().reload();
            return null;
        });
    }

    /** The entries since the leaf that the other side knows; all of them if they do not follow from it. */
    private static JsonObject entries(SessionView session, @Nullable String knownLeaf) {
        var fresh = new ArrayList<JsonObject>();
        var at = session.leaf();
        while (at != null && knownLeaf != null && !at.id().equals(knownLeaf)) {
            fresh.addFirst(at.toJson());
            var parent = at.parentId();
            at = parent == null ? null : session.entry(parent);
        }
        return at == null || knownLeaf == null
                ? JsonObject.of("all", true, "list", WireJson.entries(session.entries()))
                : JsonObject.of("all", false, "list", fresh);
    }

    private static SessionView view(ExtensionRequest ask) {
        var draft = ask.scope() == null ? null : ask.scope().draft();
        return draft == null ? ask.ctx().session() : draft;
    }

    private static Object orEmpty(@Nullable Object data) {
        return data == null ? JsonObject.empty() : data;
    }

    private static JsonObject draftState(ExtensionRequest ask) {
        var draft = ask.draft();
        var file = draft.file();
        return Fields.of("sessionId", draft.id())
                .given("leafId", draft.leafId())
                .given("sessionFile", file == null ? null : file.toString())
                .put("cwd", draft.cwd().toString())
                .json();
    }

    private static JsonObject cancelled(boolean done) {
        return JsonObject.of("cancelled", !done);
    }

    private static CommandContext.Callback callback(ExtensionRequest ask, int index) {
        var function = ask.function(index);
        return function == null
                ? CommandContext.Callback.nothing()
                : ctx -> ask.hook().call(function, ctx);
    }

    private static @Nullable Object compact(ExtensionRequest ask) {
        var onComplete = ask.function(1);
        var onError = ask.function(2);
        ask.ctx()
                .session()
                .compact(new CompactOptions(
                        ask.textOrNull(0),
                        result -> complete(ask, onComplete, JsonForm.of(result)),
                        error -> complete(ask, onError, error)));
        return null;
    }

    private static void complete(ExtensionRequest ask, @Nullable Long function, @Nullable Object what) {
        if (function != null) {
            try {
                ask.hook().call(function, null, what);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Delivery delivery(JsonObject json) {
        var as = Delivery.As.find(json.string("deliverAs"));
        var trigger = json.get("triggerTurn") instanceof Boolean given ? given : null;
        return new Delivery(as, trigger, json.bool("expandPromptTemplates", false));
    }
}
