package dev.pawl.screen.status;

import dev.pawl.agent.Agent;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.value.ContextUsage;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The facts that footer and header show at one moment. */
public record FooterFacts(
        Path cwd,
        @Nullable String branch,
        @Nullable String name,
        Usage usage,
        @Nullable ContextUsage window,
        boolean autoCompaction,
        Answering answering) {
    /**
     * The model in use.
     *
     * @param thinking its level of thinking; empty if it has none
     * @param providers how many providers there are models of
     */
    public record Answering(@Nullable Model model, String thinking, int providers) {}

    /** Before a session has begun. */
    public static FooterFacts of(Path cwd, @Nullable String branch) {
        return new FooterFacts(cwd, branch, null, Usage.NONE, null, true, new Answering(null, "", 1));
    }

    public static FooterFacts of(Agent agent, Usage usage, int providers) {
        var session = agent.session();
        var model = agent.model();
        return new FooterFacts(
                session.cwd(),
                GitBranch.of(session.cwd()),
                session.name(),
                usage,
                agent.contextUsage(),
                agent.autoCompaction(),
                new Answering(
                        model,
                        model != null && model.reasoning()
                                ? agent.thinkingLevel().wire()
                                : "",
                        providers));
    }
}
