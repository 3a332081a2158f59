package dev.pawl.agent.conversation;

import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.session.Session;

/** What the parts of an open session have in common. */
public record SessionCore(
        Session session,
        Engine engine,
        Listeners listeners,
        Settings settings,
        SessionTools tools,
        SystemPrompts prompts,
        Queues queues,
        Recorder recorder,
        ModelInUse model) {
    public Conversation conversation() {
        return recorder.conversation();
    }
}
