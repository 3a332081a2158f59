package dev.pawl.hooks.registry;

import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.event.ToolExecutionUpdate;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.session.SessionView;
import org.jspecify.annotations.Nullable;

/** The key of one event in one session: the same when it is fired again after the program was ended. */
final class IdempotencyKey {
    private IdempotencyKey() {}

    static String of(SessionView session, @Nullable Object event) {
        var name = event == null ? "" : event.getClass().getSimpleName();
        return session.id() + "/" + name + "/" + where(session, event);
    }

    private static @Nullable String where(SessionView session, @Nullable Object event) {
        return switch (event) {
            case ToolCall call -> call.toolCallId();
            case ToolAuthorize shown -> shown.call().toolCallId();
            case ToolResult result -> result.call().toolCallId();
            case ToolExecutionStart start -> start.toolCallId();
            case ToolExecutionUpdate update -> update.toolCallId();
            case ToolExecutionEnd end -> end.toolCallId();
            case null, default -> session.leafId();
        };
    }
}
