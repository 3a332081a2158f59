package dev.pawl.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/** The requests we send, as files that are reviewed like code; {@code -Dgoldens=write} rewrites them. */
public final class Goldens {
    private static final Path FOLDER = Path.of("src/test/resources/goldens");

    private Goldens() {}

    /** Compares a body with {@code goldens/<wire>/<name>.json}, also the order of its fields. */
    public static void check(String wire, String name, JsonObject body) {
        var file = FOLDER.resolve(wire).resolve(name + ".json");
        var text = pretty(body);
        try {
            if ("write".equals(System.getProperty("goldens"))) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            }
            assertThat(file).as("-Dgoldens=write writes it").exists();
            assertThat(text).as(file + "; -Dgoldens=write rewrites it").isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String pretty(JsonObject body) {
        var out = new StringBuilder();
        write(out, body, "\n");
        return out.append('\n').toString();
    }

    private static void write(StringBuilder out, Object value, String lineBreak) {
        var deeper = lineBreak + "  ";
        if (value instanceof JsonObject object && !object.isEmpty()) {
            out.append('{');
            for (Iterator<String> names = object.names().iterator(); names.hasNext(); ) {
                var name = names.next();
                out.append(deeper).append(Json.write(name)).append(": ");
                write(out, object.get(name), deeper);
                out.append(names.hasNext() ? "," : "");
            }
            out.append(lineBreak).append('}');
        } else if (value instanceof List<?> list && !list.isEmpty()) {
            out.append('[');
            for (Iterator<?> elements = list.iterator(); elements.hasNext(); ) {
                out.append(deeper);
                write(out, elements.next(), deeper);
                out.append(elements.hasNext() ? "," : "");
            }
            out.append(lineBreak).append(']');
        } else {
            out.append(Json.write(value));
        }
    }
}
