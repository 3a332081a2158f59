package dev.pawl.config.text;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where a JSON object is kept: in a file, or in memory for tests and for programs that embed the house. */
public interface JsonStore {
    @Nullable
    JsonObject read() throws IOException;

    JsonObject edit(JsonEdit edit) throws IOException, InterruptedException;

    /** One that is kept in memory only. */
    static JsonStore inMemory(JsonObject content) {
        return new JsonStore() {
            private JsonObject current = content;

            @Override
            public JsonObject read() {
                return current;
            }

            @Override
            public JsonObject edit(JsonEdit edit) {
                current = edit.applyTo(current);
                return current;
            }
        };
    }
}
