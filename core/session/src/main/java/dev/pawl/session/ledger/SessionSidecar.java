package dev.pawl.session.ledger;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The files beside that of a session while it is at work. The caller holds the session's lock.
 *
 * @param session the file of the session; null if it is not kept
 * @param steps where steps of tool calls are kept; null for a file beside the session
 * @param sealed whether another program continues with the session: then nothing is written any more
 */
public record SessionSidecar(
        @Nullable Path session, @Nullable StepLog steps, BooleanSupplier sealed) {
    /**
     * Returns the tool calls under way.
     *
     * @param trouble receives what could not be read or written
     */
    public Ledger ledger(Consumer<String> trouble) {
        return Ledger.of(session, steps, sealed, trouble);
    }

    /**
     * Returns the messages that were not sent yet.
     *
     * @param trouble receives what could not be read or written
     */
    public WaitingMessages waiting(Consumer<String> trouble) {
        return WaitingMessages.of(session, sealed, trouble);
    }
}
