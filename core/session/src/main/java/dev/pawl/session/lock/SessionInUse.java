package dev.pawl.session.lock;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Another program writes this session; it can be read, or forked. */
public final class SessionInUse extends IOException {
    private static final long serialVersionUID = 1;

    private static final String ADVICE = ": close it there, open it here read-only, or fork it";

    public SessionInUse(String session) {
        super("session " + session + " is open in another program" + ADVICE);
    }

    /**
     * @param holder the holder that the lock names; null if unknown
     * @param doubtful the lock file, where it cannot be known whether its holder still runs
     */
    SessionInUse(Path session, @Nullable LockRecord holder, @Nullable Path doubtful) {
        super("session " + session + " is open in another program" + named(holder) + ADVICE
                + (doubtful == null ? "" : ". If that program does not run any more, remove " + doubtful));
    }

    private static String named(@Nullable LockRecord holder) {
        return holder == null
                ? ""
                : " (process " + holder.pid() + (holder.host().isEmpty() ? "" : " on " + holder.host()) + ")";
    }
}
