package dev.pawl.agent;

import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext;

/** A hook with the command {@code /do}, which runs one piece of code. */
final class DoCommand {
    private DoCommand() {}

    @FunctionalInterface
    interface Work {
        void run(CommandContext ctx) throws Exception;
    }

    static Hook doing(Work work) {
        return pi -> pi.command("do", "", ctx -> {
            work.run(ctx);
            return Outcome.nothing();
        });
    }
}
