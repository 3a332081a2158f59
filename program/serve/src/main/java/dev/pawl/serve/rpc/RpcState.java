package dev.pawl.serve.rpc;

import dev.pawl.agent.Agent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.hooks.form.JsonForm;
import dev.pawl.serve.driven.PermissionModes;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to {@code get_state}: clients ask for it often, and it seldom changes, so its last form is kept written. */
final class RpcState {
    private static final String[] FIELDS = {
        "thinkingLevel",
        "isStreaming",
        "isCompacting",
        "steeringMode",
        "followUpMode",
        "sessionFile",
        "sessionId",
        "sessionName",
        "autoCompactionEnabled",
        "messageCount",
        "pendingMessageCount",
        "permissionMode"
    };

    private final Agent agent;
    private final PermissionModes modes;
    private volatile @Nullable Shown last;

    private record Shown(@Nullable Model model, List<@Nullable Object> values, JsonObject json) {}

    RpcState(Agent agent, PermissionModes modes) {
        this.agent = agent;
        this.modes = modes;
    }

    JsonObject json() {
        var model = agent.model();
        var values = values();
        var shown = last;
        if (shown == null || shown.model() != model || !shown.values().equals(values)) {
            shown = new Shown(model, values, json(model, values).keepingWritten());
            last = shown;
        }
        return shown.json();
    }

    /** A model as clients know it. Its headers may hold keys, which only the provider may read. */
    static JsonObject json(Model model) {
        return JsonForm.model(model).without("headers");
    }

    private static JsonObject json(@Nullable Model model, List<@Nullable Object> values) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        if (model != null) {
            fields.put("model", json(model));
        }
        for (int i = 0; i < FIELDS.length; i++) {
            var value = values.get(i);
            if (value != null) {
                fields.put(FIELDS[i], value instanceof Path file ? file.toString() : value);
            }
        }
        return JsonObject.from(fields);
    }

    /** In the order of {@link #FIELDS}; null where a field is left out. */
    private List<@Nullable Object> values() {
        var session = agent.session();
        return Arrays.asList(
                agent.thinkingLevel().wire(),
                !agent.isIdle(),
                agent.isCompacting(),
                agent.steeringMode().word(),
                agent.followUpMode().word(),
                session.file(),
                session.id(),
                session.name(),
                agent.autoCompaction(),
                agent.messageCount(),
                agent.queued(),
                modes.areThere() ? modes.current() : null);
    }
}
