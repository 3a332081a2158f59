package dev.pawl.api.message;

/**
 * An answer at one moment while it streams.
 *
 * <p>It stays what it was at that moment, however long it is kept; the message is built only on request.
 */
@FunctionalInterface
public interface PartialAnswer {
    Message.Assistant message();

    /** Returns the tokens so far. */
    default Usage usage() {
        return message().usage();
    }

    /** Returns a whole message standing for the moment it describes. */
    static PartialAnswer of(Message.Assistant message) {
        return () -> message;
    }
}
