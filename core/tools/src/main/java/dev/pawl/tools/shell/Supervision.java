package dev.pawl.tools.shell;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The parts that let a command outlive this program.
 *
 * @param spool where its output and its exit code are kept
 * @param begun receives the supervisor before the command begins
 * @param handedOver whether another program continues the command
 */
record Supervision(CommandSpool spool, Consumer<CommandSpool.Supervisor> begun, BooleanSupplier handedOver) {
    boolean isHandedOver() {
        return handedOver.getAsBoolean();
    }
}
