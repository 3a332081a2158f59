package dev.pawl.shellhooks.run;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.shellhooks.file.HttpRules;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.form.Facts;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a hook.
 *
 * @param limit for how long it may run
 * @param rules to which addresses it may send
 * @param variables what a command has besides the variables of its dialect
 * @param ctx where models are asked; null if there is no session
 */
public record HookRun(
        ShellHook hook,
        Duration limit,
        HttpRules rules,
        Facts facts,
        Map<String, String> variables,
        @Nullable HookContext ctx) {
    JsonObject payload() {
        return facts.payload(hook.dialect(), hook.event());
    }
}
