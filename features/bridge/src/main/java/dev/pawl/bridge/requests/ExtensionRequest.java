package dev.pawl.bridge.requests;

import dev.pawl.api.Host;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.SessionDraft;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.bridge.protocol.HandlerAnswer;
import dev.pawl.bridge.protocol.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request or a notice of an extension, with its arguments. */
record ExtensionRequest(Extension hook, @Nullable Scope scope, List<@Nullable Object> args) {
    Host host() {
        return hook.registrar().host();
    }

    /** The context of the call that it belongs to; the hook's own where it belongs to none. */
    HookContext ctx() {
        var given = scope == null ? null : scope.context();
        return given == null ? host().context() : given;
    }

    CommandContext command() {
        if (ctx() instanceof CommandContext command) {
            return command;
        }
        throw new IllegalStateException("this can only be done inside a command, while it runs");
    }

    ToolContext tool() {
        if (ctx() instanceof ToolContext tool) {
            return tool;
        }
        throw new IllegalStateException("this can only be done inside a tool, while it runs");
    }

    SessionDraft draft() {
        var draft = scope == null ? null : scope.draft();
        if (draft == null) {
            throw new IllegalStateException("a new session can only be written to inside setup");
        }
        return draft;
    }

    @Nullable
    Object arg(int index) {
        return index < args.size() ? args.get(index) : null;
    }

    String text(int index) {
        if (arg(index) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("a text is needed here, not " + arg(index));
    }

    @Nullable
    String textOrNull(int index) {
        return arg(index) instanceof String text ? text : null;
    }

    boolean flag(int index) {
        return HandlerAnswer.truthy(arg(index));
    }

    int number(int index) {
        return arg(index) instanceof Number number ? number.intValue() : 0;
    }

    /** The number of a function; null if none was given. */
    @Nullable
    Long function(int index) {
        return arg(index) instanceof Number number ? (Long) number.longValue() : null;
    }

    JsonObject object(int index) {
        return arg(index) instanceof JsonObject json ? json : JsonObject.empty();
    }

    List<String> texts(int index) {
        return arg(index) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
