package dev.pawl.ai.openai;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The signature of a text block, from the item it came in: its id, and whether it was a remark or the answer. */
record TextSignature(String id, @Nullable String phase) {
    private static final int LONGEST_ID = 64;
    private static final List<String> PHASES = List.of("commentary", "final_answer");

    /** Reads {@code {"v":1,"id":…,"phase":…}}, or the plain id of older sessions; null if there is no signature. */
    static @Nullable TextSignature parse(@Nullable String signature) {
        if (signature == null || signature.isEmpty()) {
            return null;
        }
        if (signature.startsWith("{")) {
            try {
                if (Json.parse(signature) instanceof JsonObject json
                        && json.number("v", 0) == 1
                        && json.get("id") instanceof String id) {
                    var phase = json.string("phase", "");
                    return new TextSignature(id, PHASES.contains(phase) ? phase : null);
                }
            } catch (IllegalArgumentException e) {
                // Then it is an id that begins with a brace.
            }
        }
        return new TextSignature(signature, null);
    }

    String written() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("v", 1);
        fields.put("id", id);
        if (phase != null) {
            fields.put("phase", phase);
        }
        return Json.write(JsonObject.from(fields));
    }

    /** Returns the id, or a shorter one made of it where it is longer than providers accept. */
    String shortId() {
        if (id.length() <= LONGEST_ID) {
            return id;
        }
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
        }
        return "msg_" + Long.toUnsignedString(hash, Character.MAX_RADIX);
    }
}
