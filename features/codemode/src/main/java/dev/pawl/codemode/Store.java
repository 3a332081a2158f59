package dev.pawl.codemode;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values that scripts keep from call to call, as entries of the session. */
final class Store {
    static final String ENTRY = "codemode-store";

    /** The most characters of JSON that a value may have, and all of them together. */
    static final int LONGEST = 262_144;

    static final int MOST = 1_048_576;

    private Store() {}

    /** Returns the values of a branch: JSON texts by key. */
    static Map<String, String> of(List<Entry> branch) {
        var values = new LinkedHashMap<String, String>();
        for (var entry : branch) {
            if (isEntry(entry) && ((Entry.Custom) entry).data() instanceof JsonObject data) {
                data.strings("delete").forEach(values::remove);
                data.object("set").asMap().forEach((key, value) -> values.put(key, Json.write(value)));
            }
        }
        return values;
    }

    static boolean isEntry(Entry entry) {
        return entry instanceof Entry.Custom custom && custom.customType().equals(ENTRY);
    }

    /**
     * Returns the data of the entry that keeps changes; null if there are none.
     *
     * @param changes pairs of a key and its JSON, which is null where the value is deleted
     */
    static @Nullable JsonObject changes(List<?> changes) {
        var set = new LinkedHashMap<String, @Nullable Object>();
        var deleted = new ArrayList<String>();
        for (var change : changes) {
            var pair = (List<?>) change;
            var key = (String) pair.get(0);
            if (pair.get(1) instanceof String json) {
                set.put(key, Json.parse(json));
            } else {
                deleted.add(key);
            }
        }
        return changes.isEmpty() ? null : JsonObject.of("set", JsonObject.from(set), "delete", deleted);
    }
}
