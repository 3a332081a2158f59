package dev.pawl.fleet.durable;

import dev.pawl.start.attach.Refused;

/** The session has another writer by now; what the old one wants to write is not taken. */
public final class StaleWriter extends Refused {
    private static final long serialVersionUID = 1;

    public StaleWriter(String message) {
        super(message);
    }
}
