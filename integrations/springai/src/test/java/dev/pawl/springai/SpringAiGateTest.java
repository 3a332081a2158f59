package dev.pawl.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.Pawl;
import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.core.annotation.Order;

/** The application of Spring AI's page on tool calling, with the gate on its class path. */
@Deep
class SpringAiGateTest {
    /** As the page has them, but for the list in place of standard output. */
    static class DateTimeTools {
        private final List<String> alarms = new ArrayList<>();

        @Tool(description = "Get the current date and time in the user's timezone")
        String getCurrentDateTime() {
            return LocalDateTime.now()
                    .atZone(LocaleContextHolder.getTimeZone().toZoneId())
                    .toString();
        }

        @Tool(description = "Set a user alarm for the given time, provided in ISO-8601 format")
        void setAlarm(String time) {
            alarms.add(time);
        }

        @Tool(description = "Fails")
        String fails() {
            throw new IllegalStateException("no clock");
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {
        @Bean
        Pawl pawl() {
            return Pawl.with(Map.of(
                    "HOME",
                    System.getProperty("test.home"),
                    "PATH",
                    System.getenv().getOrDefault("PATH", "")));
        }
    }

    @Configuration
    static class TwoHooks {
        @Bean
        @Order(2)
        Hook second() {
            return pi -> pi.on(HookPoints.TOOL_CALL, (call, _) -> call.block("second: " + call.arguments()));
        }

        @Bean
        @Order(1)
        Hook first() {
            return pi -> pi.on(
                    HookPoints.TOOL_CALL,
                    (call, _) ->
                            call.withArguments(JsonObject.of("time", "later")).allow());
        }
    }

    @Configuration
    static class BrokenHook {
        @Bean
        Hook broken() {
            return _ -> {
                throw new IllegalStateException("no configuration");
            };
        }
    }

    @TempDir
    Path dir;

    private static JsonObject completion(JsonObject message, String reason) {
        var choice = JsonObject.of("index", 0, "message", message).with("finish_reason", reason);
        return JsonObject.of("id", "chatcmpl-1", "object", "chat.completion")
                .with("created", 1_700_000_000L)
                .with("model", ScriptedModel.MODEL)
                .with("choices", List.of(choice))
                .with(
                        "usage",
                        JsonObject.of("prompt_tokens", 5, "completion_tokens", 5)
                                .with("total_tokens", 10));
    }

    private static Turn calls(String tool, String arguments) {
        var call = JsonObject.of("id", "call_1", "type", "function")
                .with("function", JsonObject.of("name", tool, "arguments", arguments));
        return Turn.text("")
                .body(completion(
                        JsonObject.of("role", "assistant", "content", null).with("tool_calls", List.of(call)),
                        "tool_calls"));
    }

    private static Turn says(String text) {
        return Turn.text("").body(completion(JsonObject.of("role", "assistant", "content", text), "stop"));
    }

    private ConfigurableApplicationContext started(ScriptedModel model, String settings, Class<?>... beans)
            throws IOException {
        var file = Files.writeString(dir.resolve("gate.json"), settings);
        System.setProperty("test.home", dir.toString());
        var all = new ArrayList<Class<?>>(List.of(Application.class));
        all.addAll(List.of(beans));
        return new SpringApplicationBuilder(all.toArray(Class[]::new))
                .web(WebApplicationType.NONE)
                .bannerMode(org.springframework.boot.Banner.Mode.OFF)
                .properties(Map.of(
                        "spring.ai.openai.api-key",
                        "test",
                        "spring.ai.openai.base-url",
                        model.baseUrl("openai-completions"),
                        "spring.ai.openai.chat.model",
                        ScriptedModel.MODEL,
                        "spring.ai.openai.chat.options.model",
                        ScriptedModel.MODEL,
                        "logging.level.root",
                        "warn",
                        "pawl.gate.folder",
                        dir.toString(),
                        "pawl.gate.settings",
                        file.toUri().toString()))
                .run();
    }

    private static String ask(ConfigurableApplicationContext application, Object tools) {
        return Objects.requireNonNull(application
                .getBean(ChatClient.Builder.class)
                .build()
                .prompt("Can you set an alarm 10 minutes from now?")
                .tools(tools)
                .call()
                .content());
    }

    /** What the model was told came of its call. */
    private static String result(ScriptedModel model) {
        return model.requests().get(1).body().objects("messages").getLast().toString();
    }

    @Test
    void a_tool_that_nothing_forbids_runs() throws Exception {
        var tools = new DateTimeTools();
        try (var model = ScriptedModel.playing(calls("setAlarm", "{\"time\": \"12:00\"}"), says("Done."));
                var application = started(model, "{}")) {
            assertThat(ask(application, tools)).isEqualTo("Done.");
        }
        assertThat(tools.alarms).containsExactly("12:00");
    }

    @Test
    void a_rule_refuses_and_the_endpoint_says_which_one() throws Exception {
        var tools = new DateTimeTools();
        var rule = "{\"permissions\": {\"mode\": \"bypass\", \"deny\": [\"setAlarm\"]}}";
        try (var model = ScriptedModel.playing(calls("setAlarm", "{\"time\": \"12:00\"}"), says("No."));
                var application = started(model, rule)) {
            assertThat(ask(application, tools)).isEqualTo("No.");
            assertThat(result(model)).contains("setAlarm");
            assertThat(application.getBean(WhyEndpoint.class).why())
                    .contains("builtin:permissions")
                    .contains("stopped");
        }
        assertThat(tools.alarms).isEmpty();
    }

    @Test
    void beans_are_hooks_in_their_order() throws Exception {
        var tools = new DateTimeTools();
        try (var model = ScriptedModel.playing(calls("setAlarm", "{\"time\": \"12:00\"}"), says("No."));
                var application = started(model, "{}", TwoHooks.class)) {
            ask(application, tools);
            assertThat(result(model)).contains("second").contains("later");
        }
        assertThat(tools.alarms).isEmpty();
    }

    @Test
    void a_hook_file_of_claude_code_blocks() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve(".claude")).resolve("settings.json"), """
            {"hooks": {"PreToolUse": [{"matcher": "setAlarm", "hooks": [
              {"type": "command", "command": "echo no alarms >&2; exit 2"}]}]}}
            """);
        var tools = new DateTimeTools();
        try (var model = ScriptedModel.playing(calls("setAlarm", "{\"time\": \"12:00\"}"), says("No."));
                var application = started(model, "{\"foreignHooks\": true}")) {
            ask(application, tools);
            assertThat(result(model)).contains("no alarms");
        }
        assertThat(tools.alarms).isEmpty();
    }

    @Test
    void the_audit_has_the_call() throws Exception {
        var audit = dir.resolve("audit.jsonl");
        var settings = JsonObject.of("audit", JsonObject.of("file", audit.toString()));
        try (var model = ScriptedModel.playing(calls("setAlarm", "{\"time\": \"12:00\"}"), says("Done."));
                var application = started(model, settings.toString())) {
            ask(application, new DateTimeTools());
        }
        assertThat(Files.readString(audit)).contains("\"allowed\"").contains("setAlarm");
    }

    @Test
    void what_a_tool_throws_is_handled_as_without_a_gate() throws Exception {
        try (var model = ScriptedModel.playing(calls("fails", "{}"), says("It failed."));
                var application = started(model, "{}")) {
            assertThat(ask(application, new DateTimeTools())).isEqualTo("It failed.");
            assertThat(result(model)).contains("no clock");
        }
    }

    @Test
    void a_streamed_answer_calls_its_tools_behind_the_gate() throws Exception {
        var tools = new DateTimeTools();
        var rule = "{\"permissions\": {\"mode\": \"bypass\", \"deny\": [\"setAlarm\"]}}";
        var call = dev.pawl.testkit.model.Script.call("setAlarm", JsonObject.of("time", "12:00"));
        try (var model = ScriptedModel.playing(Turn.calls(call), Turn.text("No."));
                var application = started(model, rule)) {
            var answer = application.getBean(ChatClient.Builder.class).build().prompt("Set it").tools(tools).stream()
                    .content()
                    .collectList()
                    .block();
            assertThat(String.join("", Objects.requireNonNull(answer))).isEqualTo("No.");
        }
        assertThat(tools.alarms).isEmpty();
    }

    @Test
    void an_application_whose_gate_cannot_be_made_does_not_start() throws Exception {
        try (var model = ScriptedModel.playing(says("Never."))) {
            assertThatThrownBy(() -> started(model, "{}", BrokenHook.class))
                    .hasStackTraceContaining("no configuration");
            assertThatThrownBy(() -> started(model, "{\"permisions\": {}}"))
                    .hasStackTraceContaining("permisions is no setting");
        }
    }
}
