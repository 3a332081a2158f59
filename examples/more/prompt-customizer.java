import module dev.pawl.api;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;

/** Adds advice to the system prompt that fits the tools that are active. */
class PromptCustomizer implements Hook {
    public void install(Host pi) {
        pi.on(BEFORE_AGENT_START, (start, ctx) -> {
            var tools = ctx.tools().active();
            var advice = tools.contains("grep") ? "Search with the grep tool before you read files."
                    : tools.contains("bash") ? "Search with rg or grep before you read files." : "";
            return advice.isEmpty() ? start : start.appendSystemPrompt(advice);
        });
    }
}
