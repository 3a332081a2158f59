package dev.pawl.session;

import java.io.IOException;

/** Another program writes this session; it can be read, or forked. */
public final class SessionInUse extends IOException {
    private static final long serialVersionUID = 1;

    SessionInUse(String file, String holder) {
        super("session " + file + " is open in another program" + (holder.isBlank() ? "" : " (process " + holder + ")")
                + ": close it there, open it here read-only, or fork it");
    }
}
