package dev.pawl.session.tree;

import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLog;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The newest entry of each custom type of a session; every entry is looked at once, however often it is asked. */
public final class LastCustoms {
    private final Map<String, Integer> places = new HashMap<>();
    private int seen;

    /** Returns the newest entry of a custom type, on whichever branch; null if there is none. */
    public Entry.@Nullable Custom last(EntryLog log, String customType) {
        for (; seen < log.size(); seen++) {
            if (log.type(seen).equals("custom") && log.entry(seen) instanceof Entry.Custom custom) {
                places.put(custom.customType(), seen);
            }
        }
        var at = places.get(customType);
        return at != null && log.entry(at) instanceof Entry.Custom custom ? custom : null;
    }
}
