package dev.pawl.mcp.client;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.mcp.wire.RpcError;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** Answers what a server asks of a session: its folder, and questions to the user. Models are never lent. */
public final class SessionAnswers implements ServerRequests {
    private final String server;
    private final Path cwd;
    private final boolean asks;
    private final Supplier<HookContext> context;

    /** @param asks whether there is a user to ask */
    public SessionAnswers(String server, Path cwd, boolean asks, Supplier<HookContext> context) {
        this.server = server;
        this.cwd = cwd;
        this.asks = asks;
        this.context = context;
    }

    @Override
    public JsonObject capabilities() {
        var capabilities = JsonObject.of("roots", JsonObject.empty());
        return asks
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
            case "elicitation/create" ->
                asks ? new Elicitation(server, context.get().ui()).ask(params) : Elicitation.action("decline");
            case "sampling/createMessage" ->
                throw new RpcError(
                        RpcError.METHOD_NOT_FOUND, "this client does not lend its model", JsonObject.empty());
            default -> throw new RpcError(RpcError.METHOD_NOT_FOUND, method + " is not supported", JsonObject.empty());
        };
    }
}
