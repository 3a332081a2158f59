package dev.pawl.commands.doctor;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.cli.Places;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A zip for those who help.
 *
 * <p>It has no texts that a user wrote: of files with settings the names, numbers and switches, of failures the kinds and
 * places, of the environment the names. So there is no list of what might be a secret.
 */
final class SupportBundle {
    private static final int LARGEST = 4 << 20;

    private SupportBundle() {}

    /** @param report what was found */
    static void write(Path file, JsonObject report, Places places) throws IOException {
        var content = new LinkedHashMap<String, String>();
        content.put("doctor.json", masked(report.toString(), places));
        for (var name : List.of("settings.json", "models.json", "mcp.json", "auth.json", "permissions.json")) {
            put(content, "agent/" + name, places.agentDir().resolve(name));
        }
        put(content, "project/settings.json", places.cwd().resolve(".pi/settings.json"));
        content.put(
                "environment.txt",
                String.join(
                                "\n",
                                places.environment().keySet().stream().sorted().toList()) + "\n");
        var failures = text(places.agentDir().resolve("crash").resolve("failures.log"));
        if (failures != null) {
            content.put("failures.txt", places(failures));
        }
        try (var zip = new ZipOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW))) {
            for (var entry : content.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
    }

    private static void put(Map<String, String> content, String name, Path file) throws IOException {
        var text = text(file);
        if (text == null) {
            return;
        }
        try {
            content.put(name, JsonObject.from(shape(JsonObject.parse(text))).toString());
        } catch (IllegalArgumentException e) {
            content.put(name, "no JSON, " + text.length() + " characters\n");
        }
    }

    private static @Nullable String text(Path file) throws IOException {
        try {
            return new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    private static Map<String, @Nullable Object> shape(JsonObject json) {
        var shape = new LinkedHashMap<String, @Nullable Object>();
        for (var name : json.names()) {
            shape.put(name, shape(json.get(name)));
        }
        return shape;
    }

    private static @Nullable Object shape(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case JsonObject object -> JsonObject.from(shape(object));
            case List<?> list -> {
                var shapes = new ArrayList<@Nullable Object>();
                list.forEach(each -> shapes.add(shape(each)));
                yield shapes;
            }
            case Boolean flag -> flag;
            case Number number -> number;
            default -> "a text of " + String.valueOf(value).length() + " characters";
        };
    }

    /** Kinds of failures and the places in the code, without what they say. */
    private static String places(String failures) {
        var kept = new StringBuilder();
        failures.lines().forEach(line -> {
            var plain = line.strip();
            if (plain.matches("at [\\w.$/@<>]+\\([\\w.$]+(:\\d+)?\\)") || plain.matches("\\.\\.\\. \\d+ more")) {
                kept.append("  ").append(plain).append('\n');
            } else {
                var kind = plain.replaceFirst("^Caused by: ", "").replaceFirst(":.*$", "");
                if (kind.matches("[\\w.$]+(Exception|Error)")) {
                    kept.append(kind).append('\n');
                }
            }
        });
        return kept.toString();
    }

    /** The report names no key; a value of the environment that came into it by a failure is taken out all the same. */
    private static String masked(String text, Places places) {
        var masked = text;
        for (var value : places.environment().entrySet()) {
            boolean secret = value.getKey().matches("(?i).*(KEY|TOKEN|SECRET|PASSWORD|PAWL_FLEET).*");
            if (secret && value.getValue().length() >= 8) {
                masked = masked.replace(value.getValue(), "***");
            }
        }
        return masked;
    }
}
