package dev.pawl.app.print;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Prompt;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A way of running the program that says its prompts, tells what came of them, and ends. */
interface OneShot {
    void hear(AgentEvent event);

    /** Says the prompts one after another; what the program ends with. */
    int run(List<Prompt> prompts, Consumer<@Nullable String> saying) throws InterruptedException;
}
