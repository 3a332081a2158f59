import module dev.pawl.api;
import static dev.pawl.api.HookPoints.AGENT_START;

/** Shows above the editor how long the system prompt is. */
class SystemPromptHeader implements Hook {
    public void install(Host pi) {
        pi.on(AGENT_START, (_, ctx) ->
                ctx.ui().setWidget("system-prompt", List.of("system prompt: " + ctx.messages().systemPrompt().length() + " characters")));
    }
}
