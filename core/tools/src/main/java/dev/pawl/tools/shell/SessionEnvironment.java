package dev.pawl.tools.shell;

import dev.pawl.api.context.HookContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The variables that name for a command the session and model it works for. */
final class SessionEnvironment {
    private static final List<String> NAMES =
            List.of("PI_SESSION_ID", "PI_SESSION_FILE", "PI_PROVIDER", "PI_MODEL", "PI_REASONING_LEVEL");

    private SessionEnvironment() {}

    /** Returns an environment without those of an agent that may have started this one. */
    static Map<String, String> without(Map<String, String> inherited) {
        var variables = new LinkedHashMap<>(inherited);
        NAMES.forEach(variables::remove);
        return variables;
    }

    static Map<String, String> of(Map<String, String> inherited, HookContext ctx) {
        var variables = without(inherited);
        var session = ctx.session();
        variables.put("PI_SESSION_ID", session.id());
        var file = session.file();
        if (file != null) {
            variables.put("PI_SESSION_FILE", file.toString());
        }
        var model = ctx.models().current();
        if (model != null) {
            variables.put("PI_PROVIDER", model.provider());
            variables.put("PI_MODEL", model.id());
        }
        variables.put("PI_REASONING_LEVEL", ctx.models().thinkingLevel().wire());
        return variables;
    }
}
