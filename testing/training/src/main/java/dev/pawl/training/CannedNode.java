package dev.pawl.training;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program in the place of Node that knows one hook: it registers handlers that return nothing. So a training needs
 * neither Node nor its packages.
 */
final class CannedNode {
    private static final List<String> EVENTS = List.of("session_start", "tool_call", "tool_result", "context");
    private static final String OLDEST = "v20.19.0";

    private CannedNode() {}

    /** Writes a script that starts it, with the Java and the classes of this program. */
    static Path script(Path folder) throws IOException {
        var script = folder.resolve("canned-node");
        Files.writeString(script, """
            #!/bin/sh
            exec "%s" -XX:TieredStopAtLevel=1 -cp "%s" %s
            """.formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path") + File.pathSeparator + home(),
                        CannedNode.class.getName()));
        if (!script.toFile().setExecutable(true)) {
            throw new IOException(script + " cannot be made executable");
        }
        return script;
    }

    /** The jar or folder of this class, which may not be on the class path. */
    private static Path home() {
        return Path.of(URI.create(CannedNode.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
    }

    /** Reads from file descriptor 3 and writes to 4, as docs/bridge-protocol.md specifies. */
    public static void main(String[] args) throws IOException {
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(Path.of("/dev/fd/3"))));
                var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of("/dev/fd/4"))))) {
            for (var message = read(in); !message.string("type", "").equals("end"); message = read(in)) {
                for (var answer : answers(message)) {
                    var body = Json.writeUtf8(answer);
                    out.writeInt(body.length);
                    out.write(body);
                }
                out.flush();
            }
        }
    }

    private static JsonObject read(DataInputStream in) throws IOException {
        return JsonObject.parse(in.readNBytes(in.readInt()));
    }

    private static List<JsonObject> answers(JsonObject message) {
        long id = message.number("id", 0);
        return switch (message.string("type", "")) {
            case "hello" ->
                List.of(JsonObject.of("type", "ready", "protocol", message.number("protocol", 0))
                        .with("node", OLDEST));
            case "import" -> List.of(returned(id, null));
            case "load" -> List.of(returned(id, JsonObject.of("registered", handlers())));
            case "call" -> List.of(returned(id, null));
            case "fire" ->
                List.of(JsonObject.of(
                        "type",
                        "returned",
                        "ids",
                        Collections.nCopies(message.list("handlers").size(), id)));
            default -> List.of();
        };
    }

    /** Two handlers for each event, so that one message names both. */
    private static List<JsonObject> handlers() {
        var handlers = new ArrayList<JsonObject>();
        for (int i = 0; i < 2 * EVENTS.size(); i++) {
            handlers.add(JsonObject.of("kind", "on", "name", EVENTS.get(i / 2)).with("function", i + 1));
        }
        return handlers;
    }

    private static JsonObject returned(long id, @Nullable JsonObject value) {
        return JsonObject.of("type", "return", "id", id).with("value", value);
    }
}
