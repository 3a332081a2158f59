package dev.pawl.ai.demo;

import dev.pawl.api.json.JsonObject;
import java.util.List;

/** What a demonstration model answers: words, and perhaps tools it wants used. */
record Reply(String text, List<Use> uses) {
    /** A tool and what it is to be given. */
    record Use(String tool, JsonObject arguments) {}

    static Reply of(String text) {
        return new Reply(text, List.of());
    }

    static Reply using(String text, Use use) {
        return new Reply(text, List.of(use));
    }
}
