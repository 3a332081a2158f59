package dev.pawl.ai.demo;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** An answer of a demonstration model: text, and perhaps a tool to use. */
record Reply(String text, @Nullable Use use) {
    /** A tool and its arguments. */
    record Use(String tool, JsonObject arguments) {}

    static Reply of(String text) {
        return new Reply(text, null);
    }
}
