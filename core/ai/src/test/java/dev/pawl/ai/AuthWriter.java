package dev.pawl.ai;

import dev.pawl.ai.credentials.AuthFile;
import dev.pawl.api.json.JsonObject;
import java.nio.file.Path;

/** A program that changes auth.json many times: it counts up a shared entry and adds entries of its own. */
public final class AuthWriter {
    private AuthWriter() {}

    public static void main(String[] args) throws Exception {
        count(Path.of(args[0]), args[1], Integer.parseInt(args[2]));
    }

    public static void count(Path file, String name, int times) throws Exception {
        var auth = new AuthFile(file);
        for (int i = 0; i < times; i++) {
            auth.change(
                    "shared",
                    before -> JsonObject.of("type", "api_key")
                            .with("key", Integer.toString(1 + Integer.parseInt(key(before)))));
            int number = i;
            auth.change(name + number, _ -> JsonObject.of("type", "api_key", "key", "key" + number));
        }
    }

    public static String key(@org.jspecify.annotations.Nullable JsonObject entry) {
        return entry == null ? "0" : entry.string("key", "0");
    }
}
