package dev.pawl.tools.shell;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What a command needs to outlive this program.
 *
 * @param spool where its output and its exit code are kept
 * @param begun receives the supervisor before the command begins
 * @param handedOver whether another program goes on with the command
 */
record Supervision(CommandSpool spool, Consumer<CommandSpool.Supervisor> begun, BooleanSupplier handedOver) {
    boolean isHandedOver() {
        return handedOver.getAsBoolean();
    }
}
