package dev.pawl.config.settings;

/** The groups of settings, in the order in which they are documented. */
public enum Section {
    MODEL("Model and thinking"),
    TALKING("Talking to the agent"),
    TOOLS("Tools and the shell"),
    SESSIONS("Sessions and context"),
    HOOKS_AND_RULES("Hooks and rules"),
    POLICY("Policy"),
    TERMINAL("Terminal"),
    NETWORK("Network"),
    BROUGHT("What is brought along");

    private final String title;

    Section(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
