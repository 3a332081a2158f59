package dev.pawl.policy.secret;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.policy.rule.CoveredLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of the user and of an organisation, whose come first. A project may only name those that it needs.
 *
 * @param problems what cannot be used; while there is anything, the program does not start
 * @param notices what a project asks for and the user does not have
 */
public record SecretSettings(Map<String, Declared> secrets, List<String> problems, List<String> notices) {
    private static final List<String> SOURCES = List.of("env", "file", "command", "keychain");
    private static final List<String> KNOWN = Stream.concat(
                    SOURCES.stream(), Stream.of("field", "variable", "sinks", "hosts"))
            .toList();

    /**
     * One secret.
     *
     * @param variable the variable in which allowed commands get it; null if they name it
     * @param commands the commands that may use it, as rules
     * @param servers the tools of servers that may use it, as {@code mcp__SERVER} or {@code mcp__SERVER__TOOL}
     * @param hosts the hosts that it may be sent to
     * @param where the file and the place in it
     */
    public record Declared(
            String name,
            SecretSource source,
            @Nullable String variable,
            List<String> commands,
            List<String> servers,
            List<String> hosts,
            String where) {
        /** Returns where the value comes from, in words. */
        public String from() {
            return source.toString();
        }

        /** Returns where it may go, in words. */
        public String to() {
            var all = new ArrayList<>(commands);
            all.addAll(servers);
            hosts.forEach(host -> all.add("host " + host));
            return all.isEmpty() ? "nothing" : String.join(", ", all);
        }
    }

    /** Reads all layers. */
    public static SecretSettings read(Folders folders, Settings settings) {
        var secrets = new LinkedHashMap<String, Declared>();
        var problems = new ArrayList<String>();
        var asked = new LinkedHashMap<String, String>();
        for (var group : settings.groups(Keys.SECRETS, List.of())) {
            if (group.layer() != Layer.PROJECT && group.json().get("unreadable") instanceof Boolean) {
                problems.add(group.where() + " must be an object with a name for each secret");
                continue;
            }
            for (var name : group.json().names()) {
                var where = group.where() + "." + name;
                if (group.layer() == Layer.PROJECT) {
                    asked.putIfAbsent(name, where);
                } else if (!secrets.containsKey(name)) {
                    read(name, group.json().get(name), where, folders, secrets, problems);
                }
            }
        }
        var notices = new ArrayList<String>();
        asked.forEach((name, where) -> {
            if (!secrets.containsKey(name)) {
                notices.add(where + " asks for a secret that you do not have; pawl secrets add " + name
                        + " gives it a source. What a project says about its source and its use does not count.");
            }
        });
        return new SecretSettings(secrets, problems, notices);
    }

    private static void read(
            String name,
            @Nullable Object written,
            String where,
            Folders folders,
            Map<String, Declared> into,
            List<String> problems) {
        var before = problems.size();
        if (!name.matches("[A-Za-z][A-Za-z0-9_]{0,63}")) {
            problems.add(where + ": the name of a secret has letters, digits and _, and begins with a letter");
        }
        if (!(written instanceof JsonObject json)) {
            problems.add(where + " must be an object with one of " + String.join(", ", SOURCES));
            return;
        }
        json.names().stream()
                .filter(field -> !KNOWN.contains(field))
                .forEach(field ->
                        problems.add(where + "." + field + " is not known; there are " + String.join(", ", KNOWN)));
        for (var field : List.of("env", "file", "command", "keychain", "field", "variable")) {
            if (json.has(field) && json.string(field, "").isBlank()) {
                problems.add(where + "." + field + " must be a text");
            }
        }
        for (var field : List.of("sinks", "hosts")) {
            if (json.has(field)
                    && !(json.get(field) instanceof List<?> list
                            && list.stream().allMatch(String.class::isInstance))) {
                problems.add(where + "." + field + " must be a list of texts");
            }
        }
        var given = SOURCES.stream().filter(json::has).toList();
        if (given.size() != 1) {
            problems.add(where + " must have exactly one of " + String.join(", ", SOURCES));
        }
        if (json.has("field") && !json.has("file")) {
            problems.add(where + ".field belongs to a file");
        }
        var variable = json.string("variable", json.string("env", ""));
        if (!variable.isEmpty() && !variable.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            problems.add(where + ": " + variable + " cannot be the name of a variable");
        }
        if (problems.size() > before) {
            return;
        }
        var source = source(json, where, folders, problems);
        var commands = new ArrayList<String>();
        var servers = new ArrayList<String>();
        for (var sink : json.strings("sinks")) {
            if (sink.matches("mcp__[\\w.-]+")) {
                servers.add(sink);
            } else {
                commands.add(sink);
            }
        }
        try {
            CoveredLines.of(commands, folders.cwd(), folders.home());
        } catch (IllegalArgumentException e) {
            problems.add(where + ".sinks: " + e.getMessage() + "; or mcp__SERVER for the tools of a server");
        }
        for (var host : json.strings("hosts")) {
            if (!host.toLowerCase(Locale.ROOT).matches("(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?")) {
                problems.add(where + ".hosts has " + host + ", which is not a host; write api.example.com");
            }
        }
        if (source != null && problems.size() == before) {
            into.put(
                    name,
                    new Declared(
                            name,
                            source,
                            variable.isEmpty() ? null : variable,
                            List.copyOf(commands),
                            List.copyOf(servers),
                            List.copyOf(json.strings("hosts")),
                            where));
        }
    }

    private static @Nullable SecretSource source(
            JsonObject json, String where, Folders folders, List<String> problems) {
        if (json.has("env")) {
            return new SecretSource.Variable(json.string("env", ""));
        }
        if (json.has("command")) {
            return new SecretSource.OfCommand(json.string("command", ""));
        }
        if (json.has("keychain")) {
            var item = json.string("keychain", "");
            if (!item.matches("[\\w./@: -]+")) {
                problems.add(
                        where + ".keychain " + item + " has a character that the name of an item cannot have here");
                return null;
            }
            return new SecretSource.Keychain(item);
        }
        var file = folders.find(folders.agentDir(), json.string("file", ""));
        if (file == null) {
            problems.add(where + ".file is not a path");
            return null;
        }
        var field = json.string("field", "");
        return new SecretSource.InFile(file, field.isEmpty() ? List.of() : List.of(field.split("\\.")));
    }
}
