package dev.pawl.fleet.restate;

import dev.pawl.start.attach.Refused;
import java.util.regex.Pattern;

/** The names of virtual objects: for each place one that keeps sessions and one that advances them. */
public final class Names {
    private static final Pattern PLACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    /** What keeps sessions. */
    public static final String SESSIONS = "PawlSession.";

    /** What advances sessions. */
    public static final String RUNS = "PawlRun.";

    private Names() {}

    static String place(String place) throws Refused {
        if (!PLACE.matcher(place).matches()) {
            throw new Refused(
                    "\"" + place + "\" cannot be the name of a place in Restate: letters, digits, dots, dashes"
                            + " and underscores are possible");
        }
        return place;
    }
}
