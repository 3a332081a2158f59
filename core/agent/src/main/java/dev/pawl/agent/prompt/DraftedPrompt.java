package dev.pawl.agent.prompt;

import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.hooks.bound.Check;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The system prompt of a run while hooks are asked about it: each one sees what those before it made of it. */
public final class DraftedPrompt implements Check<BeforeAgentStart> {
    private final SystemPrompts prompts;
    private final SystemPromptOptions before;
    private final List<Tool> tools;
    private SystemPromptOptions after;
    private @Nullable String replaced;
    private String added = "";
    private String text;
    private boolean finished;

    /** Drafts a prompt from its parts; until it is finished, it describes the tools that are active now. */
    public DraftedPrompt(SystemPrompts prompts, SystemPromptOptions before) {
        this.prompts = prompts;
        this.before = before;
        this.after = before;
        this.tools = prompts.tools().activeTools();
        use(tools);
        this.text = prompts.text();
    }

    @Override
    public synchronized @Nullable String flaw(BeforeAgentStart was, BeforeAgentStart now) {
        var flaw = SystemPrompts.flaw(before, now.systemPromptOptions());
        // A handler that was abandoned may change nothing any more.
        if (flaw == null && !finished) {
            if (!now.systemPrompt().equals(was.systemPrompt()) || now.promptIsWhole() != was.promptIsWhole()) {
                take(was.systemPrompt(), now);
            }
            after = now.systemPromptOptions();
            use(tools);
        }
        return flaw;
    }

    /** An addition keeps the sections of the prompt with the changes of hooks; a whole prompt replaces them. */
    private void take(String was, BeforeAgentStart event) {
        var now = event.systemPrompt();
        var shown = prompts.text();
        var base = now.startsWith(shown) ? shown : was;
        if (event.promptIsWhole() || !now.startsWith(base)) {
            replaced = now;
            added = "";
        } else if (replaced != null) {
            replaced += now.substring(base.length());
        } else {
            added += now.substring(base.length());
        }
        text = now;
    }

    /** All hooks were asked: from now on the prompt describes the tools as they are. */
    public synchronized void finish(BeforeAgentStart asked, BeforeAgentStart answer) {
        finished = true;
        after = answer.systemPromptOptions();
        if (!answer.systemPrompt().equals(text)) {
            replaced = null;
            added = "";
            take(asked.systemPrompt(), answer);
        }
        use(null);
    }

    private void use(@Nullable List<Tool> described) {
        prompts.use(new SystemPrompts.Plan(before, after, replaced, added, described));
    }
}
