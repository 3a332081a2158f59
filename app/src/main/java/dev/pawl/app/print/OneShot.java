package dev.pawl.app.print;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Prompt;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A way of running the program that says its prompts, tells what came of them, and ends. */
interface OneShot {
    void hear(AgentEvent event);

    /** Takes the steps one after another; what the program ends with. */
    int run(List<Step> steps, Consumer<@Nullable String> saying) throws InterruptedException;

    /**
     * Something that the agent does, and waits for.
     *
     * @param words what is said
     */
    record Step(String words, Action action) {
        /** Says a prompt. */
        static Step of(Agent agent, Prompt prompt) {
            return new Step(prompt.text(), () -> agent.prompt(prompt));
        }
    }

    /** What a step does. */
    @FunctionalInterface
    interface Action {
        void run() throws InterruptedException;
    }
}
