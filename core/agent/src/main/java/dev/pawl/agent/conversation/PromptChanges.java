package dev.pawl.agent.conversation;

import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.api.message.Message;
import org.jspecify.annotations.Nullable;

/** Sends the model what changed in its system prompt and its tools since the last request. */
public final class PromptChanges {
    private final Recorder recorder;
    private final SystemPrompts prompts;
    private final SessionTools tools;
    private int sentVersion = -1;

    public PromptChanges(SessionCore core) {
        this.recorder = core.recorder();
        this.prompts = core.prompts();
        this.tools = core.tools();
    }

    /** Records a system message if tools came or went since the last one. */
    public void betweenTurns() throws InterruptedException {
        if (tools.version() != sentVersion) {
            var change = next();
            if (change != null) {
                recorder.record(change);
            }
        }
    }

    /** Returns the system message that must precede the next request; null if nothing changed. */
    public Message.@Nullable SystemPrompt next() {
        tools.settle();
        sentVersion = tools.version();
        return recorder.conversation().prompt().changeTo(prompts.sections(), tools.declarations(), recorder.now());
    }
}
