package dev.pawl.config.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonPaths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever JSON a project writes under a key, it loosens nothing of the user's. */
class ProjectRuleTest {
    /** One of each type, and the words and numbers that mean something somewhere. */
    private static final List<@Nullable Object> VALUES = Arrays.asList(
            null,
            true,
            false,
            0L,
            1L,
            -1L,
            7L,
            1_000_000L,
            0.5,
            1e300,
            "",
            "x",
            "off",
            "on",
            "all",
            "project",
            "plan",
            "bypass",
            "bypassPermissions",
            "ask",
            "stop",
            "required",
            "line",
            "os",
            "once",
            "after-gap",
            "disabled",
            "*",
            List.of(),
            List.of("x"),
            List.of("*.example.com"),
            List.of("api.example.com", "other.org"),
            Arrays.asList(null, 1L, "Bash"),
            List.of(List.of()),
            JsonObject.empty());

    private static final Map<String, List<String>> FIELDS = Map.of(
            "permissions", List.of("deny", "ask", "allow", "mode", "defaultMode", "userBash", "unreadable", "other"),
            "budget",
                    List.of(
                            "session",
                            "day",
                            "subtree",
                            "sessionTokens",
                            "dayTokens",
                            "subtreeTokens",
                            "subagents",
                            "subagentDepth",
                            "onLimit",
                            "unreadable",
                            "other"),
            "sandbox", List.of("enabled", "network", "read", "write", "hooks", "unreadable", "other"),
            "checkpoints",
                    List.of("mode", "ignored", "maxFileMegabytes", "maxFiles", "keepDays", "unreadable", "other"));

    /** What users write under the keys that protect; for other keys the values above will do. */
    private static final Map<String, List<String>> OWN = Map.of(
            "permissions",
                    List.of(
                            "{}",
                            "{\"deny\":[\"Read(.env)\",\"Bash(rm *)\"],\"ask\":[\"Edit\"],\"allow\":[\"Bash(ls)\"],"
                                    + "\"mode\":\"plan\",\"userBash\":true}",
                            "{\"mode\":\"askAll\"}",
                            "{\"deny\":7,\"mode\":\"bypass\"}"),
            "budget",
                    List.of(
                            "{}",
                            "{\"session\":5,\"day\":0,\"subtree\":0.25,\"sessionTokens\":5000,\"dayTokens\":3,"
                                    + "\"subtreeTokens\":2,\"subagents\":1,\"subagentDepth\":2,\"onLimit\":\"stop\"}",
                            "{\"day\":\"much\"}"),
            "sandbox",
                    List.of(
                            "{\"enabled\":true}",
                            "{\"enabled\":true,\"network\":\"on\",\"read\":\"project\",\"write\":[\"/tmp/x\"],"
                                    + "\"hooks\":true}",
                            "{\"enabled\":true,\"network\":\"off\"}",
                            "{\"enabled\":true,\"network\":[\"*.example.com\",\"mine.org\"]}",
                            "{\"enabled\":true,\"network\":5}"),
            "checkpoints",
                    List.of(
                            "true",
                            "false",
                            "\"required\"",
                            "{}",
                            "{\"mode\":\"required\",\"ignored\":true,\"maxFiles\":5,\"keepDays\":9,"
                                    + "\"maxFileMegabytes\":3}"));

    /** The first of two values is at least as strict as the second, said once more for each key that protects. */
    private static final Map<String, BiPredicate<@Nullable Object, @Nullable Object>> STRICTNESS = Map.ofEntries(
            Map.entry("permissions", (a, b) -> permissions(object(a), object(b))),
            Map.entry("budget", (a, b) -> budget(object(a), object(b))),
            Map.entry("sandbox", (a, b) -> sandbox(object(a), object(b))),
            Map.entry("checkpoints", (a, b) -> checkpoints(object(a), object(b))),
            Map.entry("secrets", Objects::equals),
            Map.entry("images.blockImages", (a, b) -> a.equals(true) || b.equals(false)),
            Map.entry("exposeSessionEnvironment", (a, b) -> a.equals(false) || b.equals(true)),
            Map.entry("shellHooks.blockOnFailure", (a, b) -> a.equals(true) || b.equals(false)),
            Map.entry("shellHooks.splitEdits", (a, b) -> a.equals(true) || b.equals(false)),
            Map.entry("ttsr.enabled", (a, b) -> a.equals(true) || b.equals(false)),
            Map.entry("ttsr.repeatMode", (a, b) -> a == Choices.RuleRepeat.AFTER_GAP || b == Choices.RuleRepeat.ONCE),
            Map.entry("ttsr.repeatGap", (a, b) -> (int) a <= (int) b),
            Map.entry("codemode.timeout", (a, b) -> b.equals(0L) || (!a.equals(0L) && (long) a <= (long) b)),
            Map.entry("codemode.maxCalls", (a, b) -> (int) a <= (int) b),
            Map.entry("codemode.maxParallel", (a, b) -> (int) a <= (int) b),
            Map.entry("codemode.maxMegabytes", (a, b) -> (int) a <= (int) b),
            Map.entry("hookTimeout", (a, b) -> a.equals(0L) || (!b.equals(0L) && (long) a >= (long) b)),
            Map.entry(
                    "session.durability",
                    (a, b) -> ((Choices.Durability) a).ordinal() <= ((Choices.Durability) b).ordinal()));

    @Test
    void a_project_tightens_or_leaves_what_protects_whatever_json_it_writes() {
        int cases = 0;
        for (var setting : Keys.all()) {
            if (!(setting.projectRule() instanceof ProjectRule.Tightens)) {
                continue;
            }
            var stricter = STRICTNESS.get(setting.name());
            assertThat(stricter).as("strictness of " + setting.name()).isNotNull();
            for (var user : users(setting)) {
                var before = value(setting, user, JsonObject.empty());
                for (var project : projects(setting)) {
                    var after = value(setting, user, project);
                    assertThat(stricter.test(after, before))
                            .as(setting.name() + " of user " + user + " and project " + project + " is " + after)
                            .isTrue();
                    cases++;
                }
            }
        }
        assertThat(cases).isGreaterThan(5_000);
    }

    @Test
    void what_is_the_users_alone_stays_whatever_json_a_project_writes() {
        for (var setting : Keys.all()) {
            if (setting.projectRule() instanceof ProjectRule.UserOnly) {
                for (var user : users(setting)) {
                    var before = settings(user, JsonObject.empty());
                    for (var project : projects(setting)) {
                        var after = settings(user, project);
                        assertThat(after.get(setting)).isEqualTo(before.get(setting));
                        assertThat(after.isSet(setting)).isEqualTo(before.isSet(setting));
                    }
                }
            }
        }
    }

    @Test
    void a_null_of_a_project_changes_no_key_at_all() {
        for (var setting : Keys.all()) {
            for (var user : users(setting)) {
                var before = settings(user, JsonObject.empty());
                for (int length = 1; length <= setting.path().size(); length++) {
                    var project = nulled(setting.path().subList(0, length));
                    var after = settings(user, project);
                    for (var each : Keys.all()) {
                        assertThat(after.isSet(each)).isEqualTo(before.isSet(each));
                        assertThat((Object) after.get(each))
                                .as(each + " of " + user + " under " + project)
                                .isEqualTo(before.get(each));
                    }
                }
            }
        }
        assertThat(settings(JsonObject.parse("{\"of\":{\"a\":\"hook\"}}"), JsonObject.parse("{\"of\":{\"a\":null}}"))
                        .json())
                .isEqualTo(JsonObject.parse("{\"of\":{\"a\":\"hook\"}}"));
    }

    @Test
    void lists_of_what_is_brought_along_keep_the_users_entries() {
        for (var setting : Keys.all()) {
            if (setting.projectRule() instanceof ProjectRule.Joins) {
                var user = JsonPaths.with(JsonObject.empty(), setting.path(), List.of("mine"));
                for (var project : projects(setting)) {
                    assertThat(settings(user, project).json().strings(setting.name()))
                            .as(String.valueOf(project))
                            .startsWith("mine");
                }
            }
        }
    }

    @Test
    void a_projects_own_protection_counts() {
        var project =
                JsonObject.parse("{\"permissions\":{\"deny\":[\"Bash\"],\"allow\":[\"Read\"],\"mode\":\"bypass\"},"
                        + "\"budget\":{\"day\":3},\"sandbox\":{\"enabled\":true,\"network\":\"on\",\"write\":[\"/\"]},"
                        + "\"checkpoints\":\"required\"}");

        assertThat(settings(JsonObject.empty(), project).json())
                .isEqualTo(
                        JsonObject.parse(
                                "{\"permissions\":{\"deny\":[\"Bash\"]},\"budget\":{\"day\":3},"
                                    + "\"sandbox\":{\"enabled\":true,\"network\":\"on\"},\"checkpoints\":{\"mode\":\"required\"}}"));
    }

    private static Settings settings(JsonObject user, JsonObject project) {
        return SettingsStore.inMemory(user, project).current();
    }

    private static @Nullable Object value(Setting<?> setting, JsonObject user, JsonObject project) {
        return settings(user, project).get(setting);
    }

    private static JsonObject nulled(List<String> path) {
        return path.size() == 1
                ? JsonObject.parse("{\"" + path.getFirst() + "\":null}")
                : JsonObject.of(path.getFirst(), nulled(path.subList(1, path.size())));
    }

    private static List<JsonObject> users(Setting<?> setting) {
        var users = new ArrayList<JsonObject>();
        users.add(JsonObject.empty());
        var own = OWN.get(setting.name());
        if (own == null) {
            VALUES.stream()
                    .filter(value -> value != null && setting.kind().read(value) != null)
                    .forEach(value -> users.add(JsonPaths.with(JsonObject.empty(), setting.path(), value)));
        } else {
            own.forEach(json -> users.add(JsonPaths.with(JsonObject.empty(), setting.path(), Json.parse(json))));
        }
        return users;
    }

    /** Any value in the place of the key, of each group that it stands in, and of each field inside of it. */
    private static List<JsonObject> projects(Setting<?> setting) {
        var projects = new ArrayList<JsonObject>();
        for (var value : VALUES) {
            for (int length = 1; length <= setting.path().size(); length++) {
                projects.add(put(setting.path().subList(0, length), value));
            }
            for (var field : FIELDS.getOrDefault(setting.name(), List.of("file"))) {
                var inside = new LinkedHashMap<String, @Nullable Object>();
                inside.put(field, value);
                projects.add(put(setting.path(), JsonObject.from(inside)));
            }
        }
        return projects;
    }

    private static JsonObject put(List<String> path, @Nullable Object value) {
        return value == null ? nulled(path) : JsonPaths.with(JsonObject.empty(), path, value);
    }

    private static JsonObject object(@Nullable Object value) {
        return value == null ? JsonObject.empty() : (JsonObject) value;
    }

    private static boolean permissions(JsonObject a, JsonObject b) {
        var modes = List.of("plan", "askAll", "default", "acceptEdits", "bypass");
        return modes.indexOf(a.string("mode", "default")) <= modes.indexOf(b.string("mode", "default"))
                && holds(a, b, "deny")
                && holds(a, b, "ask")
                && a.strings("allow").equals(b.strings("allow"))
                && (a.bool("userBash", false) || !b.bool("userBash", false));
    }

    /** All rules of the user are there; where the user's list is none, it stays so, for that stops everything. */
    private static boolean holds(JsonObject a, JsonObject b, String list) {
        return b.get(list) == null
                || (b.get(list) instanceof List<?> own
                        ? a.get(list) instanceof List<?> all && all.containsAll(own)
                        : b.get(list).equals(a.get(list)));
    }

    private static boolean budget(JsonObject a, JsonObject b) {
        var numbers = FIELDS.get("budget").stream()
                .filter(name -> !Set.of("onLimit", "unreadable", "other").contains(name));
        return numbers.allMatch(name -> b.get(name) == null
                        || (b.get(name) instanceof Number limit
                                ? a.get(name) instanceof Number now && now.doubleValue() <= limit.doubleValue()
                                : b.get(name).equals(a.get(name))))
                && (a.string("onLimit", "ask").equals("stop")
                        || b.string("onLimit", "ask").equals("ask"));
    }

    private static boolean sandbox(JsonObject a, JsonObject b) {
        return (a.bool("enabled", false) || !b.bool("enabled", false))
                && (a.bool("hooks", false) || !b.bool("hooks", false))
                && (a.string("read", "all").equals("project")
                        || b.string("read", "all").equals("all"))
                && a.strings("write").equals(b.strings("write"))
                && (b.isEmpty() || reachable(b).containsAll(reachable(a)));
    }

    private static Set<String> reachable(JsonObject sandbox) {
        var network = sandbox.get("network");
        return List.of("x", "api.example.com", "www.example.com", "mine.org", "other.org").stream()
                .filter(host -> "on".equals(network)
                        || (network instanceof List<?> hosts
                                && hosts.stream()
                                        .anyMatch(each -> each instanceof String pattern
                                                && (pattern.startsWith("*.")
                                                        ? host.endsWith(pattern.substring(1))
                                                        : host.equals(pattern)))))
                .collect(Collectors.toSet());
    }

    private static boolean checkpoints(JsonObject a, JsonObject b) {
        return mode(a) >= mode(b)
                && (a.bool("ignored", false) || !b.bool("ignored", false))
                && List.of("maxFiles", "keepDays", "maxFileMegabytes").stream()
                        .allMatch(name -> String.valueOf(a.get(name)).equals(String.valueOf(b.get(name))));
    }

    private static int mode(JsonObject checkpoints) {
        if (checkpoints.isEmpty()) {
            return 0; // Either not set, or an object without a mode, whose merged form has one.
        }
        var mode = checkpoints.has("mode") ? checkpoints.get("mode") : true;
        return "required".equals(mode) ? 2 : Boolean.TRUE.equals(mode) ? 1 : 0;
    }
}
