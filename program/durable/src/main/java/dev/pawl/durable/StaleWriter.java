package dev.pawl.durable;

/** The session has another writer by now; what the old one wants to write is not taken. */
public final class StaleWriter extends Refused {
    private static final long serialVersionUID = 1;

    public StaleWriter(String message) {
        super(message);
    }
}
