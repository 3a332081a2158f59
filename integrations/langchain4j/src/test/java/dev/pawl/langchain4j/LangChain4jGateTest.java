package dev.pawl.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.pawl.agent.Pawl;
import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The AI service of LangChain4j's page on tools, with the gate on its class path. */
@Deep
class LangChain4jGateTest {
    /** A hook that is found as a service. */
    public static final class NoRoots implements Hook {
        @Override
        public void install(Host host) {
            host.on(
                    HookPoints.TOOL_CALL,
                    (call, _) -> call.toolName().equals("squareRoot") ? call.block("no roots here") : call.allow());
        }
    }

    /** As the page has them, but for the list. */
    static class Calculator {
        private final List<String> made = new ArrayList<>();

        @Tool("Calculates the length of a string")
        int stringLength(String s) {
            made.add("stringLength");
            return s.length();
        }

        @Tool("Calculates the sum of two numbers")
        int add(int a, int b) {
            made.add("add");
            return a + b;
        }

        @Tool("Calculates the square root of a number")
        double squareRoot(int x) {
            made.add("squareRoot");
            return Math.sqrt(x);
        }

        @Tool("Fails")
        String fails() {
            throw new IllegalStateException("no calculator");
        }
    }

    interface Assistant {
        String chat(String userMessage);
    }

    interface StreamingAssistant {
        TokenStream chat(String userMessage);
    }

    @TempDir
    static Path dir;

    @BeforeAll
    static void rules() throws Exception {
        var file = Files.writeString(
                dir.resolve("gate.json"), "{\"permissions\": {\"mode\": \"bypass\", \"deny\": [\"add\"]}}");
        System.setProperty(LangChain4jGate.SETTINGS, file.toString());
    }

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

    private static Turn calls(String... toolsAndArguments) {
        var calls = new ArrayList<JsonObject>();
        for (int i = 0; i < toolsAndArguments.length; i += 2) {
            calls.add(JsonObject.of("id", "call_" + i, "type", "function")
                    .with(
                            "function",
                            JsonObject.of("name", toolsAndArguments[i], "arguments", toolsAndArguments[i + 1])));
        }
        return Turn.text("")
                .body(completion(
                        JsonObject.of("role", "assistant", "content", null).with("tool_calls", calls), "tool_calls"));
    }

    private static Turn says(String text) {
        return Turn.text("").body(completion(JsonObject.of("role", "assistant", "content", text), "stop"));
    }

    private static AiServices<Assistant> assistant(ScriptedModel model) {
        return AiServices.builder(Assistant.class)
                .chatModel(OpenAiChatModel.builder()
                        .apiKey("test")
                        .baseUrl(model.baseUrl("openai-completions"))
                        .modelName(ScriptedModel.MODEL)
                        .build());
    }

    /** What the model was told came of its calls. */
    private static List<String> results(ScriptedModel model) {
        return model.requests().get(1).body().objects("messages").stream()
                .filter(message -> message.string("role", "").equals("tool"))
                .map(message -> message.string("content", ""))
                .toList();
    }

    @Test
    void a_tool_that_nothing_forbids_runs() {
        var calculator = new Calculator();
        try (var model =
                ScriptedModel.playing(calls("stringLength", "{\"arg0\": \"four\", \"s\": \"four\"}"), says("4"))) {
            assertThat(assistant(model).tools(calculator).build().chat("How long?"))
                    .isEqualTo("4");
            assertThat(results(model)).containsExactly("4");
        }
        assertThat(calculator.made).containsExactly("stringLength");
    }

    @Test
    void rules_and_hooks_refuse_and_why_names_them() {
        var calculator = new Calculator();
        var numbers = "{\"arg0\": 1, \"arg1\": 2, \"a\": 1, \"b\": 2, \"x\": 4}";
        for (boolean concurrently : new boolean[] {false, true}) {
            try (var model = ScriptedModel.playing(calls("add", numbers, "squareRoot", numbers), says("I may not."))) {
                var assistant = assistant(model).tools(calculator);
                if (concurrently) {
                    assistant.executeToolsConcurrently();
                }
                assertThat(assistant.build().chat("Calculate")).isEqualTo("I may not.");
                assertThat(results(model)).hasSize(2).contains("no roots here");
            }
        }
        assertThat(calculator.made).isEmpty();
        assertThat(LangChain4jGate.ofProgram().why().toString())
                .contains("builtin:permissions")
                .contains("NoRoots")
                .contains("no roots here");
    }

    @Test
    void tools_of_a_provider_are_gated_also_if_it_is_asked_again() {
        var ran = new ArrayList<String>();
        for (boolean dynamic : new boolean[] {false, true}) {
            var provider = new ToolProvider() {
                @Override
                public ToolProviderResult provideTools(ToolProviderRequest request) {
                    ToolExecutor executor = (call, _) -> {
                        ran.add(call.name());
                        return "ran";
                    };
                    return ToolProviderResult.builder()
                            .add(ToolSpecification.builder().name("add").build(), executor)
                            .build();
                }

                @Override
                public boolean isDynamic() {
                    return dynamic;
                }
            };
            try (var model = ScriptedModel.playing(calls("add", "{}"), calls("add", "{}"), says("No."))) {
                assertThat(assistant(model).toolProvider(provider).build().chat("Add"))
                        .isEqualTo("No.");
            }
        }
        assertThat(ran).isEmpty();
    }

    @Test
    void a_streamed_answer_calls_its_tools_behind_the_gate() throws Exception {
        var calculator = new Calculator();
        var call = Script.call("squareRoot", JsonObject.of("arg0", 4, "x", 4));
        try (var model = ScriptedModel.playing(Turn.calls(call), Turn.text("No."))) {
            var streaming = OpenAiStreamingChatModel.builder()
                    .apiKey("test")
                    .baseUrl(model.baseUrl("openai-completions"))
                    .modelName(ScriptedModel.MODEL)
                    .build();
            var done = new CompletableFuture<ChatResponse>();
            AiServices.builder(StreamingAssistant.class)
                    .streamingChatModel(streaming)
                    .tools(calculator)
                    .build()
                    .chat("The root of 4?")
                    .onPartialResponse(_ -> {})
                    .onCompleteResponse(done::complete)
                    .onError(done::completeExceptionally)
                    .start();
            assertThat(done.get().aiMessage().text()).isEqualTo("No.");
            assertThat(results(model)).containsExactly("no roots here");
        }
        assertThat(calculator.made).isEmpty();
    }

    @Test
    void what_a_tool_throws_is_handled_as_without_a_gate() {
        try (var model = ScriptedModel.playing(calls("fails", "{}"), says("It failed."))) {
            assertThat(assistant(model).tools(new Calculator()).build().chat("Try"))
                    .isEqualTo("It failed.");
            assertThat(results(model)).containsExactly("no calculator");
        }
    }

    @Test
    void a_gate_by_hand_has_hooks_of_its_own_and_reads_files_of_claude_code() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve(".claude")).resolve("settings.json"), """
            {"hooks": {"PreToolUse": [{"matcher": "stringLength", "hooks": [
              {"type": "command", "command": "echo no strings >&2; exit 2"}]}]}}
            """);
        try (var pawl = Pawl.with(
                        Map.of("HOME", dir.toString(), "PATH", System.getenv().getOrDefault("PATH", "")));
                var gate = pawl.agent(dir)
                        .settings(JsonObject.of("foreignHooks", true))
                        .gate()) {
            var gated = new LangChain4jGate(gate).gated((ToolExecutor) (_, _) -> "ran");
            var request = ToolExecutionRequest.builder().arguments("{}");
            assertThat(gated.execute(request.name("stringLength").build(), "1")).contains("no strings");
            assertThat(gated.execute(request.name("add").build(), "1")).isEqualTo("ran");
        }
    }
}
