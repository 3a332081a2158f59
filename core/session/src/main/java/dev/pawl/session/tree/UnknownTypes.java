package dev.pawl.session.tree;

import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLog;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/** The types of entries that neither the program nor a loaded hook knows, for a user to be warned of. */
public final class UnknownTypes {
    private UnknownTypes() {}

    /** Returns those in a log that no hook claims, each once, in the order in which they first occur. */
    public static Set<String> in(EntryLog log, Set<String> claimed) {
        var unknown = new LinkedHashSet<String>();
        for (int i = 0; i < log.size(); i++) {
            var type = log.type(i);
            if (!Entry.RESERVED.contains(type) && !claimed.contains(type)) {
                unknown.add(type);
            }
        }
        return Collections.unmodifiableSet(unknown);
    }
}
