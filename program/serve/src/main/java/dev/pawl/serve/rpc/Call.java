package dev.pawl.serve.rpc;

import dev.pawl.api.json.JsonObject;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One command that a client sent.
 *
 * @param accepted takes the data of an answer that is sent while the command still runs
 * @param begun called when the command that arrived after it may begin; otherwise that waits for its end
 */
record Call(JsonObject json, Consumer<@Nullable Object> accepted, Runnable begun) {
    <T extends @Nullable Object> T get(Field<T> field) {
        return field.in(json);
    }
}
