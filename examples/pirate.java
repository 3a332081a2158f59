import module dev.pawl.api;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;

/** Adds a paragraph to the system prompt: after /pirate the agent talks like one, until the next /pirate. */
class Pirate implements Hook {
    private volatile boolean aboard;

    public void install(Host pi) {
        pi.command("pirate", "Talk like a pirate, or stop it", _ -> {
            aboard = !aboard;
            return Outcome.status(aboard ? "Arr!" : "Back ashore");
        });
        pi.on(BEFORE_AGENT_START, (start, _) -> aboard
                ? start.appendSystemPrompt("Talk like a pirate, but keep code and commands as they are.")
                : start);
    }
}
