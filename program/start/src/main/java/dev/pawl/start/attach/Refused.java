package dev.pawl.start.attach;

import java.io.IOException;

/** A request that is not possible in the state that a session is in. */
public class Refused extends IOException {
    private static final long serialVersionUID = 1;

    public Refused(String message) {
        super(message);
    }
}
