package dev.pawl.serve.print;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Prompt;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A way of running the program that sends its prompts, prints the results, and ends. */
interface OneShot {
    void onEvent(AgentEvent event);

    /** Takes the steps one after another; what the program ends with. */
    int run(List<Step> steps, Consumer<@Nullable String> onPrompt) throws InterruptedException;

    /**
     * Something that the agent does, and waits for.
     *
     * @param words the prompt
     */
    record Step(String words, Action action) {
        /** Sends a prompt. */
        static Step of(Agent agent, Prompt prompt) {
            return new Step(prompt.text(), () -> agent.prompt(prompt, _ -> {}));
        }
    }

    /** What a step does. */
    @FunctionalInterface
    interface Action {
        void run() throws InterruptedException;
    }
}
