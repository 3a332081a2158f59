package dev.pawl.mcp.config;

import dev.pawl.api.json.JsonMistake;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.base.toml.Toml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Servers in files of other agents, in the form of {@code mcp.json}. */
public final class ForeignConfig {
    private static final Pattern OPENCODE_VARIABLE = Pattern.compile("\\{env:([A-Za-z_][A-Za-z0-9_]*)}");
    private static final Pattern INPUT = Pattern.compile("\\$\\{input:([^}]*)}");

    private static final int LARGEST = 8 << 20;

    private ForeignConfig() {}

    /** The entries of a file: of Claude or Cursor ({@code mcpServers}), VS Code, opencode, or Codex (TOML). */
    public static Map<String, JsonObject> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(file + ": there is no such file");
        }
        var text = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8);
        if (file.toString().endsWith(".toml")) {
            return codex(file, text);
        }
        var content = json(file, text);
        var entries = new LinkedHashMap<String, JsonObject>();
        add(entries, content.object("mcpServers"), entry -> (JsonObject) SharedEntries.converted(entry));
        add(entries, content.object("servers"), ForeignConfig::vscode);
        add(entries, content.object("mcp").object("servers"), ForeignConfig::vscode);
        add(entries, content.object("mcp"), ForeignConfig::opencode);
        return entries;
    }

    private static JsonObject json(Path file, String text) throws IOException {
        try {
            return JsonObject.parseWithComments(text);
        } catch (JsonMistake e) {
            throw new IOException(file + " is not JSON: " + e.sentence(), e);
        }
    }

    @FunctionalInterface
    private interface Conversion {
        @org.jspecify.annotations.Nullable
        JsonObject of(JsonObject entry);
    }

    private static void add(Map<String, JsonObject> entries, JsonObject found, Conversion conversion) {
        found.asMap().forEach((name, value) -> {
            var entry = value instanceof JsonObject json ? conversion.of(json) : null;
            if (entry != null) {
                entries.putIfAbsent(name.replaceAll("[^A-Za-z0-9_-]", "_"), entry);
            }
        });
    }

    /** Inputs that VS Code would ask for are read from variables of that name. */
    private static JsonObject vscode(JsonObject entry) {
        var text = INPUT.matcher(entry.toString())
                .replaceAll(found -> "\\${" + found.group(1).replaceAll("[^A-Za-z0-9_]", "_") + "}");
        return JsonObject.parse(text).without("gallery", "version", "envFile", "dev");
    }

    private static @org.jspecify.annotations.Nullable JsonObject opencode(JsonObject entry) {
        var json = JsonObject.parse(OPENCODE_VARIABLE.matcher(entry.toString()).replaceAll("\\${$1}"));
        var made = JsonObject.empty();
        if ("local".equals(json.get("type"))) {
            var words = json.strings("command");
            if (words.isEmpty()) {
                return null;
            }
            made = made.with("command", words.getFirst());
            made = words.size() == 1 ? made : made.with("args", words.subList(1, words.size()));
            made = json.has("environment") ? made.with("env", json.get("environment")) : made;
        } else if ("remote".equals(json.get("type"))) {
            made = made.with("url", json.get("url"));
            made = json.has("headers") ? made.with("headers", json.get("headers")) : made;
        } else {
            return null;
        }
        return json.bool("enabled", true) ? made : made.with("enabled", false);
    }

    /** The tables {@code [mcp_servers.NAME]} of Codex. */
    private static Map<String, JsonObject> codex(Path file, String text) throws IOException {
        try {
            var entries = new LinkedHashMap<String, JsonObject>();
            add(entries, JsonObject.from(Toml.parse(text)).object("mcp_servers"), ForeignConfig::ofCodex);
            return entries;
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is not TOML: " + e.getMessage(), e);
        }
    }

    private static JsonObject ofCodex(JsonObject entry) {
        var made = JsonObject.empty();
        for (var name : List.of("command", "args", "env", "cwd", "url", "enabled")) {
            made = entry.has(name) ? made.with(name, entry.get(name)) : made;
        }
        var token = entry.string("bearer_token_env_var");
        var headers = entry.object("http_headers");
        headers = token == null ? headers : headers.with("Authorization", "Bearer ${" + token + "}");
        made = headers.isEmpty() ? made : made.with("headers", headers);
        made = entry.has("tool_timeout_sec") ? made.with("timeout", entry.get("tool_timeout_sec")) : made;
        var tools = new ArrayList<>(entry.strings("enabled_tools"));
        if (!tools.isEmpty()) {
            var exposures = JsonObject.empty();
            for (var tool : tools) {
                exposures = exposures.with(tool, Exposure.CODEMODE.wire());
            }
            made = made.with("exposure", Exposure.HIDDEN.wire()).with("toolExposure", exposures);
        }
        return made;
    }
}
