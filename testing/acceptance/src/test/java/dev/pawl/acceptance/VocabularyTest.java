package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.About;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.tool.ToolSchema;
import dev.pawl.api.value.Budget;
import java.lang.module.ModuleFinder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The vocabulary is complete, speaks for itself, and loses nothing of what it reads. */
class VocabularyTest {
    /** Every event that hooks of the field know, by the name they know it under. */
    private static final Set<String> EVENTS =
            Set.of(("project_trust resources_discover mcp_servers_change session_start session_info_changed"
                + " session_before_switch session_before_fork session_before_compact session.compacting"
                + " session_compact session_compact_failed session_before_tree session_tree session_shutdown"
                + " before_agent_start agent_start agent_end agent_before_settle agent_settled turn_start turn_end"
                + " message_start message_update message_end context context_with_system before_provider_headers"
                + " before_provider_request after_provider_response provider_stream_event cache_warming_decision"
                + " tool_execution_start tool_execution_update tool_execution_end tool_call tool_authorize tool_result"
                + " input user_bash user_bash_result model_select thinking_level_select ui_prompt_start ui_prompt_end"
                + " auto_compaction_start auto_compaction_end auto_retry_start auto_retry_end ttsr_triggered"
                + " todo_reminder session_stop request_authorize request_end subagent_start subagent_stop subagent_end"
                + " before_model_select")
                    .split(" "));

    private static final Set<String> OLDER = Set.of(
            "session_before_new",
            "session_new",
            "session_switch",
            "session_before_branch",
            "session_branch",
            "session_fork",
            "session_compacting");

    @Test
    void every_event_has_a_point_and_every_point_is_known() {
        assertThat(HookPoints.all().stream().map(HookPoint::name).collect(Collectors.toSet()))
                .isEqualTo(EVENTS);
        assertThat(HookPoints.all()).hasSize(EVENTS.size());
    }

    @Test
    void every_older_name_leads_to_a_point() {
        assertThat(HookPoints.all().stream()
                        .flatMap(point -> point.aliases().stream())
                        .map(alias -> alias.name())
                        .collect(Collectors.toSet()))
                .isEqualTo(OLDER);
        assertThat(OLDER).allSatisfy(name -> assertThat(HookPoints.find(name)).isNotNull());
        assertThat(HookPoints.find("no_such_event")).isNull();
    }

    @Test
    void every_point_says_what_it_is_for_in_one_sentence_and_carries_a_record() {
        assertThat(HookPoints.all()).allSatisfy(point -> {
            assertThat(point.traits().doc()).isNotBlank().matches("[A-Z].*[.?]");
            assertThat(point.event().isRecord()).isTrue();
            assertThat(point.modes()).isNotEmpty();
        });
    }

    @Test
    void the_points_that_wait_for_people_and_models_have_no_time_limit() {
        assertThat(HookPoints.all().stream()
                        .filter(point -> point.budget() == Budget.NONE || point.budget() == Budget.TOOL_CALL_CAP)
                        .map(HookPoint::name)
                        .toList())
                .containsExactlyInAnyOrder(
                        "tool_call",
                        "tool_authorize",
                        "user_bash",
                        "project_trust",
                        "session_before_compact",
                        "session.compacting",
                        "session_before_tree");
    }

    @Test
    void the_gates_that_protect_are_closed() {
        assertThat(HookPoints.all().stream()
                        .filter(point -> point.kind().equals("closed gate"))
                        .map(HookPoint::name)
                        .toList())
                .containsExactlyInAnyOrder(
                        "tool_call", "tool_authorize", "user_bash", "request_authorize", "before_model_select");
    }

    @Test
    void no_name_of_the_vocabulary_hides_one_of_the_jdks() {
        var jdk = new HashSet<String>();
        var base = ModuleFinder.ofSystem().find("java.base").orElseThrow();
        var exported = base.descriptor().exports().stream()
                .filter(exports -> !exports.isQualified())
                .map(exports -> exports.source())
                .collect(Collectors.toSet());
        try (var reader = base.open()) {
            reader.list()
                    .filter(name -> name.endsWith(".class") && !name.contains("$"))
                    .forEach(name -> {
                        var dotted = name.substring(0, name.length() - ".class".length())
                                .replace('/', '.');
                        int dot = dotted.lastIndexOf('.');
                        if (dot > 0 && exported.contains(dotted.substring(0, dot))) {
                            jdk.add(dotted.substring(dot + 1));
                        }
                    });
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        assertThat(jdk).contains("String", "Path");
        assertThat(new ClassFileImporter()
                        .importPackages("dev.pawl.api").stream()
                                .filter(type -> type.getPackageName().startsWith("dev.pawl.api")
                                        && type.isTopLevelClass()
                                        && type.getModifiers()
                                                .contains(com.tngtech.archunit.core.domain.JavaModifier.PUBLIC))
                                .map(type -> type.getSimpleName())
                                .filter(jdk::contains)
                                .toList())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"role":"user","content":"plain text stays a string","timestamp":1,"newer":{"a":[1,null]}}\
                """,
                """
                {"role":"user","content":[{"type":"text","text":"a","cache":true},{"type":"image","data":"eA==",\
                "mimeType":"image/png"},{"type":"audio","data":"?"}],"timestamp":1}\
                """,
                """
                {"role":"assistant","content":[{"type":"thinking","thinking":"hm","thinkingSignature":"s"},\
                {"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"ls"},"thoughtSignature":"t"}],\
                "api":"a","provider":"p","model":"m","usage":{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,\
                "totalTokens":10,"cost":{"input":0.1,"output":0,"cacheRead":0,"cacheWrite":0,"total":0.1},\
                "reasoning":7},"stopReason":"toolUse","timestamp":2,"responseId":"r"}\
                """,
                """
                {"role":"assistant","content":[],"api":"a","provider":"p","model":"m","usage":{"input":0,"output":0,\
                "cacheRead":0,"cacheWrite":0,"totalTokens":0,"cost":{"input":0,"output":0,"cacheRead":0,\
                "cacheWrite":0,"total":0}},"stopReason":"a_reason_of_tomorrow","timestamp":2}\
                """,
                """
                {"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"x"}],\
                "details":{"k":1},"isError":false,"timestamp":3,"nestedCalls":{"calls":[],"complete":true}}\
                """,
                """
                {"role":"bashExecution","command":"ls","output":"a","exitCode":0,"cancelled":false,\
                "truncated":false,"timestamp":4}\
                """,
                """
                {"role":"custom","customType":"t","content":"said","display":true,"details":[1],"timestamp":5}\
                """,
                """
                {"role":"system","content":"","sections":{"a":"text","b":null},"toolsAdded":[{"name":"read"}],\
                "timestamp":6}\
                """,
                """
                {"role":"role_of_tomorrow","content":"?","timestamp":7,"x":1}\
                """,
            })
    void a_message_is_written_back_as_it_was_read(String json) {
        assertThat(Message.from(JsonObject.parse(json)).toJson()).isEqualTo(JsonObject.parse(json));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"type":"session","version":3,"id":"s","timestamp":"2026-11-15T00:30:47.500Z","cwd":"/w",\
                "parentSession":"/p","newer":1}\
                """,
                """
                {"type":"message","id":"a","parentId":null,"timestamp":"2026-11-15T00:30:47.000Z",\
                "message":{"role":"user","content":"hi","timestamp":1},"x":2}\
                """,
                """
                {"type":"compaction","id":"b","parentId":"a","timestamp":"2026-11-15T00:30:47.532Z","summary":"s",\
                "firstKeptEntryId":"a","tokensBefore":5,"details":{"readFiles":["x"]},"fromHook":true,\
                "preserveData":{"k":1},"systemMessage":{"role":"system"}}\
                """,
                """
                {"type":"branch_summary","id":"c","parentId":"b","timestamp":"2026-11-15T00:30:47.532Z",\
                "fromId":"root","summary":"s"}\
                """,
                """
                {"type":"thinking_level_change","id":"d","parentId":"c","timestamp":"2026-11-15T00:30:47.532Z",\
                "thinkingLevel":"xhigh"}\
                """,
                """
                {"type":"thinking_level_change","id":"d","parentId":"c","timestamp":"2026-11-15T00:30:47.532Z",\
                "thinkingLevel":"a_level_of_tomorrow"}\
                """,
                """
                {"type":"model_change","id":"e","parentId":"d","timestamp":"2026-11-15T00:30:47.532Z",\
                "provider":"p","modelId":"m"}\
                """,
                """
                {"type":"usage","id":"f","parentId":"e","timestamp":"2026-11-15T00:30:47.532Z","kind":"k",\
                "provider":"p","model":"m","usage":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,\
                "totalTokens":0,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"note":"n"}\
                """,
                """
                {"type":"custom","id":"g","parentId":"f","timestamp":"2026-11-15T00:30:47.532Z","customType":"t",\
                "data":{"n":1}}\
                """,
                """
                {"type":"custom_message","id":"h","parentId":"g","timestamp":"2026-11-15T00:30:47.532Z",\
                "customType":"t","content":[{"type":"text","text":"x"}],"display":false}\
                """,
                """
                {"type":"context_edit","id":"i","parentId":"h","timestamp":"2026-11-15T00:30:47.532Z",\
                "targetId":"a","replacement":null}\
                """,
                """
                {"type":"context_edit","id":"i","parentId":"h","timestamp":"2026-11-15T00:30:47.532Z",\
                "targetId":"a","replacement":{"content":"shorter"}}\
                """,
                """
                {"type":"label","id":"j","parentId":"i","timestamp":"2026-11-15T00:30:47.532Z","targetId":"a",\
                "label":"here"}\
                """,
                """
                {"type":"session_info","id":"k","parentId":"j","timestamp":"2026-11-15T00:30:47.532Z","name":"n"}\
                """,
                """
                {"type":"stack_pop","id":"l","parentId":"k","timestamp":"2026-11-15T00:30:47.532Z",\
                "backToIndex":2,"summary":"s"}\
                """,
            })
    void an_entry_is_written_back_as_it_was_read(String json) {
        assertThat(Entry.from(JsonObject.parse(json)).toJson()).isEqualTo(JsonObject.parse(json));
    }

    @Test
    void an_entrys_time_may_be_milliseconds_as_older_hooks_wrote_it() {
        var entry = Entry.from(JsonObject.of("type", "stack_pop", "timestamp", 1_794_702_647_500L));
        assertThat(entry.toJson().string("timestamp")).isEqualTo("2026-11-15T00:30:47.500Z");
    }

    @Test
    void numbers_are_written_as_javascript_writes_them() {
        assertThat(JsonObject.of("a", 5.0, "b", 0.1).with("c", 12345678901L)).hasToString("""
            {"a":5,"b":0.1,"c":12345678901}\
            """);
    }

    @Test
    void a_value_frozen_into_json_cannot_be_changed_from_outside() {
        var inside = new java.util.ArrayList<>(List.of("a"));
        var json = JsonObject.of("list", inside);
        inside.add("b");
        assertThat(json).hasToString("{\"list\":[\"a\"]}");
        assertThatThrownBy(() -> json.list("list").add("c")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> json.asMap().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    record Pop(int backTo, String summary, @Nullable String before, List<Inner> parts, boolean deep) {}

    record Inner(Level level, double weight) {}

    enum Level {
        LOW,
        VERY_HIGH
    }

    @Test
    void a_record_goes_into_json_and_back() {
        var pop = new Pop(3, "s", null, List.of(new Inner(Level.VERY_HIGH, 1.5)), true);
        var json = JsonObject.from(pop);
        assertThat(json).hasToString("""
            {"backTo":3,"summary":"s","parts":[{"level":"veryHigh","weight":1.5}],"deep":true}\
            """);
        assertThat(json.as(Pop.class)).isEqualTo(pop);
    }

    @Test
    void a_field_that_does_not_fit_a_record_is_named() {
        assertThatThrownBy(() -> JsonObject.of("backTo", 3).as(Pop.class))
                .hasMessageContaining("Pop.summary is missing");
        assertThatThrownBy(
                        () -> JsonObject.of("backTo", "three", "summary", "s").as(Pop.class))
                .hasMessageContaining("Pop.backTo must be a int, not \"three\"");
        assertThatThrownBy(() -> JsonObject.of("level", "medium", "weight", 1).as(Inner.class))
                .hasMessageContaining("Inner.level must be one of [LOW, VERY_HIGH], not medium");
        assertThatThrownBy(() -> JsonObject.of("backTo", 1.5, "summary", "s").as(Pop.class))
                .hasMessageContaining("Pop.backTo must be a whole number, not 1.5");
    }

    record Arguments(
            @About("What to do") String action, @Nullable Integer limit, List<String> tags, Level level) {}

    @Test
    void a_tools_parameters_are_read_off_a_record() {
        assertThat(ToolSchema.of(Arguments.class)).hasToString("""
            {"type":"object","properties":{"action":{"type":"string","description":"What to do"},\
            "limit":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}},\
            "level":{"type":"string","enum":["low","veryHigh"]}},"required":["action","tags","level"]}\
            """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bash {\"command\":\"ls\",\"timeout\":1.5}",
                "read {\"path\":\"a\",\"offset\":1,\"limit\":2}",
                "write {\"path\":\"a\",\"content\":\"b\"}",
                "edit {\"path\":\"a\",\"edits\":[{\"oldText\":\"x\",\"newText\":\"y\"}]}",
                "grep {\"pattern\":\"a\",\"path\":\"b\",\"glob\":\"*.c\",\"ignoreCase\":true,\"literal\":false,"
                        + "\"context\":1,\"limit\":2}",
                "find {\"pattern\":\"a\",\"path\":\"b\",\"limit\":3}",
                "ls {\"path\":\"a\",\"limit\":3}",
                "ls {}",
                "codemode {\"code\":\"return 1\"}",
                "mcp__x {\"anything\":[1]}",
            })
    void a_tools_input_is_written_back_as_it_was_read(String call) {
        var name = call.substring(0, call.indexOf(' '));
        var arguments = JsonObject.parse(call.substring(call.indexOf(' ') + 1));
        var input = ToolInput.from(name, arguments);
        assertThat(input.toJson()).isEqualTo(arguments);
        assertThat(input instanceof ToolInput.Other).isEqualTo(name.equals("mcp__x"));
    }

    @Test
    void arguments_that_lack_what_a_tool_needs_are_left_as_they_are() {
        var arguments = JsonObject.of("command", 5);
        assertThat(ToolInput.from("bash", arguments)).isEqualTo(new ToolInput.Other(arguments));
    }
}
