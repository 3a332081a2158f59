package dev.pawl.start.attach;

import java.io.IOException;

/** What was wanted of a session is not possible in the state that it is in. */
public class Refused extends IOException {
    private static final long serialVersionUID = 1;

    public Refused(String message) {
        super(message);
    }
}
