package dev.pawl.mcp.client;

import dev.pawl.api.context.ElicitationQuestion;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.mcp.wire.RpcError;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers requests of a server to a session: its folder, and questions to the user. Requests to the model are refused. */
public final class SessionAnswers implements ServerRequests {
    private final String server;
    private final Path cwd;
    private final boolean hasUser;
    private final Supplier<HookContext> context;
    private final BiConsumer<String, ElicitationQuestion> hooks;

    /**
     * Answers for one server.
     *
     * @param hasUser whether there is a user to ask
     * @param hooks sends questions to hooks, by channel
     */
    public SessionAnswers(
            String server,
            Path cwd,
            boolean hasUser,
            Supplier<HookContext> context,
            BiConsumer<String, ElicitationQuestion> hooks) {
        this.server = server;
        this.cwd = cwd;
        this.hasUser = hasUser;
        this.context = context;
        this.hooks = hooks;
    }

    @Override
    public JsonObject capabilities() {
        var capabilities = JsonObject.of("roots", JsonObject.empty());
        return hasUser
                ? capabilities.with("elicitation", JsonObject.of("form", JsonObject.empty(), "url", JsonObject.empty()))
                : capabilities;
    }

    @Override
    public JsonObject answer(String method, JsonObject params) throws RpcError, InterruptedException {
        return switch (method) {
            case "roots/list" ->
                JsonObject.of(
                        "roots",
                        List.of(JsonObject.of(
                                "uri", cwd.toUri().toString(), "name", String.valueOf(cwd.getFileName()))));
            case "elicitation/create" -> hasUser ? elicited(params, context.get()) : Elicitation.action("decline");
            case "sampling/createMessage" ->
                throw new RpcError(
                        RpcError.METHOD_NOT_FOUND,
                        "this client does not offer its model to servers",
                        JsonObject.empty());
            default -> throw new RpcError(RpcError.METHOD_NOT_FOUND, method + " is not supported", JsonObject.empty());
        };
    }

    /** Hooks may answer instead of the user, and may replace the user's answer. */
    private JsonObject elicited(JsonObject params, HookContext ctx) throws InterruptedException {
        var answered = hookAnswer(ElicitationQuestion.CHANNEL, new ElicitationQuestion(server, params, null, ctx));
        var answer = answered == null ? new Elicitation(server, ctx.ui()).ask(params) : answered;
        var other = hookAnswer(ElicitationQuestion.RESULT, new ElicitationQuestion(server, params, answer, ctx));
        return other == null ? answer : other;
    }

    private @Nullable JsonObject hookAnswer(String channel, ElicitationQuestion question) throws InterruptedException {
        hooks.accept(channel, question);
        if (Thread.interrupted()) {
            throw new InterruptedException("aborted while hooks were asked about a question of " + server);
        }
        return question.answer();
    }
}
