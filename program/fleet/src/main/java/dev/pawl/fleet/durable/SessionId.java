package dev.pawl.fleet.durable;

import dev.pawl.start.attach.Refused;
import java.util.regex.Pattern;

/** The ids that sessions of a fleet may have: an id becomes a part of the names of files. */
public final class SessionId {
    private static final Pattern POSSIBLE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    /** What is kept for all sessions together is beside them, under a name that none of them may have. */
    public static final String LIMITS = "pawl.limits";

    private SessionId() {}

    /** Returns the id, if it is one. */
    public static String checked(String id) throws Refused {
        if (!POSSIBLE.matcher(id).matches()) {
            throw new Refused("\"" + id + "\" is no id of a session: letters, digits, dots, dashes and underscores are"
                    + " possible");
        }
        return id;
    }
}
