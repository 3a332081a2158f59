package dev.pawl.agent.conversation;

import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.secret.Masking;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.session.Session;

/** The objects that all parts of an open session share. */
public record SessionCore(
        Session session,
        Engine engine,
        Listeners listeners,
        Settings settings,
        SessionTools tools,
        SystemPrompts prompts,
        Queues queues,
        Recorder recorder,
        ModelInUse model,
        Masking masking) {
    public Conversation conversation() {
        return recorder.conversation();
    }
}
