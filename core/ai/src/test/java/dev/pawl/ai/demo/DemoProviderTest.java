package dev.pawl.ai.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.StreamDelta.Kind;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ModelRequest;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.model.ThinkingLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoProviderTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1234));

    @TempDir
    Path folder;

    private final List<ModelEvent> events = new ArrayList<>();

    @Test
    void there_are_three_models_that_need_no_network_and_cost_nothing() {
        var config = config(Map.of());

        assertThat(config.models())
                .extracting(Model::reference)
                .containsExactly("demo/tour", "demo/echo", "demo/script");
        assertThat(config.models()).allSatisfy(model -> assertThat(model.cost()).isEqualTo(Cost.NONE));
        assertThat(config.apiKey()).isNotBlank();
        assertThat(config.baseUrl()).isNull();
    }

    @Test
    void echo_says_again_what_was_said_last() throws Exception {
        var answer = ask(
                "demo/echo",
                config(Map.of()),
                ModelRequest.of(List.of(Message.user("first", 0), Message.user("äöü 😀\n\n`second`", 0))));

        assertThat(answer.text()).isEqualTo("äöü 😀\n\n`second`");
        assertThat(answer.stopReason()).isEqualTo(StopReason.STOP);
        assertThat(answer.provider()).isEqualTo("demo");
        assertThat(answer.model()).isEqualTo("echo");
        assertThat(answer.timestamp()).isEqualTo(1234);
        assertThat(answer.usage().input()).isPositive();
        assertThat(answer.usage().output()).isEqualTo(4);
        assertThat(answer.usage().cost().total()).isZero();
    }

    @Test
    void an_answer_streams_in_small_pieces_in_the_usual_order() throws Exception {
        var tools = List.of(JsonObject.of("name", "bash"));
        var request = new ModelRequest(
                null,
                List.of(Message.user("what is in this folder?", 0)),
                tools,
                ThinkingLevel.OFF,
                null,
                JsonObject.empty());

        var answer = ask("demo/tour", config(Map.of()), request);

        assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
        assertThat(kinds().stream().distinct())
                .containsExactly(
                        Kind.TEXT_START,
                        Kind.TEXT_DELTA,
                        Kind.TEXT_END,
                        Kind.TOOLCALL_START,
                        Kind.TOOLCALL_DELTA,
                        Kind.TOOLCALL_END);
        assertThat(kinds()).filteredOn(Kind.TEXT_DELTA::equals).hasSizeGreaterThan(1);
        assertThat(kinds()).filteredOn(Kind.TOOLCALL_DELTA::equals).hasSizeGreaterThan(1);
        assertThat(events.getFirst()).isInstanceOf(ModelEvent.Started.class);
        assertThat(events.getLast()).isEqualTo(new ModelEvent.Finished(answer));
    }

    @Test
    void an_interruption_ends_the_answer_with_what_was_said() throws Exception {
        var begun = new CountDownLatch(1);
        var result = new AtomicReference<Message.Assistant>();
        var config = DemoProvider.config(Map.of(), CLOCK, Duration.ofMillis(20));
        var request = ModelRequest.of(List.of(Message.user("many words ".repeat(1000), 0)));
        var asking = Thread.ofVirtual().start(() -> {
            try {
                result.set(config.answerer().answer(model(config, "demo/echo"), request, event -> {
                    if (event instanceof ModelEvent.Piece piece && piece.delta().kind() == Kind.TEXT_DELTA) {
                        begun.countDown();
                    }
                }));
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });

        begun.await();
        asking.interrupt();
        asking.join();

        assertThat(result.get().stopReason()).isEqualTo(StopReason.ABORTED);
        assertThat(result.get().text()).startsWith("many words ").hasSizeLessThan(11_000);
    }

    @Test
    void a_script_is_played_turn_by_turn() throws Exception {
        var config = config(script("""
            {"turns": [
               {"thinking": "hm", "thinkingSignature": "c2ln", "text": "Look.", "chunk": 2,
                "toolCalls": [{"name": "read", "arguments": {"path": "a"}}, {"name": "ls"}]},
               {"text": "Seen.", "usage": {"input": 7, "output": 3, "cacheRead": 2}, "stopReason": "length"}]}
            """));

        var first = ask("demo/script", config, plain());
        var second = ask("demo/script", config, plain());
        var third = ask("demo/script", config, plain());

        assertThat(first.content())
                .containsExactly(
                        new Content.Thinking("hm", "c2ln", false, JsonObject.empty()),
                        Content.text("Look."),
                        Content.ToolUse.of("call_0001", "read", JsonObject.of("path", "a")),
                        Content.ToolUse.of("call_0002", "ls", JsonObject.empty()));
        assertThat(first.stopReason()).isEqualTo(StopReason.TOOL_USE);
        assertThat(second.text()).isEqualTo("Seen.");
        assertThat(second.stopReason()).isEqualTo(StopReason.LENGTH);
        assertThat(second.usage().totalTokens()).isEqualTo(12);
        assertThat(third.text()).isEqualTo("done");
    }

    @Test
    void asides_of_a_script_match_what_the_model_is_asked() throws Exception {
        var config =
                config(script("{\"turns\": [{\"text\": \"a\"}], \"side\": [{\"match\": \"ti.le\", \"text\": \"b\"}]}"));

        var title = ModelRequest.of(List.of(Message.user("Hello", 0))).withSystemPrompt("Make a title.");
        assertThat(ask("demo/script", config, title).text()).isEqualTo("b");
        assertThat(ask("demo/script", config, plain()).text()).isEqualTo("a");
    }

    @Test
    void a_script_may_be_named_by_the_request_or_the_model() throws Exception {
        var named = script("{\"turns\": [{\"text\": \"named\"}]}").get("PAWL_DEMO_SCRIPT");
        var config = config(Map.of());
        var request = new ModelRequest(
                null,
                List.of(Message.user("hi", 0)),
                List.of(),
                ThinkingLevel.OFF,
                null,
                JsonObject.of("script", named));

        assertThat(ask("demo/script", config, request).text()).isEqualTo("named");
    }

    @Test
    void what_a_script_breaks_is_a_failed_answer_with_what_came_before() throws Exception {
        var config = config(script("""
            {"turns": [
               {"status": 429, "message": "slow down"},
               {"text": "one two three", "chunk": 4, "breakAfter": 2},
               {"text": "one two three", "chunk": 4, "cutAtByte": 5},
               {"text": "one", "breakAfter": 1, "breakWith": "error", "message": "overloaded_error"},
               {"html": true},
               {"redirect": "http://elsewhere/"},
               {"body": "data: {}"}]}
            """));

        assertFailed(config, "429 slow down", "");
        assertFailed(config, "broke off", "one two ");
        assertFailed(config, "broke off", "one ");
        assertFailed(config, "overloaded_error", "one");
        assertFailed(config, "web page", "");
        assertFailed(config, "http://elsewhere/", "");
        assertFailed(config, "\"body\"", "");
    }

    @Test
    void a_stalled_turn_waits_until_it_is_interrupted() throws Exception {
        var config = config(script("{\"turns\": [{\"stall\": true}]}"));
        var started = new CountDownLatch(1);
        var result = new AtomicReference<Message.Assistant>();
        var asking = Thread.ofVirtual().start(() -> {
            try {
                result.set(
                        config.answerer().answer(model(config, "demo/script"), plain(), event -> started.countDown()));
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });

        started.await();
        asking.interrupt();
        asking.join();

        assertThat(result.get().stopReason()).isEqualTo(StopReason.ABORTED);
    }

    @Test
    void scripts_that_cannot_be_played_say_why() throws Exception {
        var missing = folder.resolve("none.json").toString();
        assertFailed(config(Map.of()), "Set PAWL_DEMO_SCRIPT", "");
        assertFailed(config(Map.of("PAWL_DEMO_SCRIPT", missing)), "script " + missing + ": there is no such file", "");
        assertFailed(config(Map.of("PAWL_DEMO_SCRIPT", folder.toString())), "cannot be read", "");
        assertFailed(config(script("{\"turns\": [{\"txt\": 1}]}")), "turns[0].txt is no field", "");
        assertFailed(config(script("{nonsense")), "not JSON", "");
    }

    @Test
    void an_unknown_demonstration_is_refused() throws Exception {
        var config = config(Map.of());
        var tour = config.models().getFirst();
        var other = new Model(
                "demo",
                "other",
                "other",
                tour.api(),
                "",
                false,
                tour.thinkingLevels(),
                tour.input(),
                Cost.NONE,
                1000,
                100,
                JsonObject.empty());

        var answer = config.answerer().answer(other, plain(), events::add);

        assertThat(answer.stopReason()).isEqualTo(StopReason.ERROR);
        assertThat(answer.errorMessage()).contains("demo/other", "demo/tour, demo/echo and demo/script");
    }

    private void assertFailed(ProviderConfig config, String words, String said) throws Exception {
        var answer = ask("demo/script", config, plain());
        assertThat(answer.stopReason()).isEqualTo(StopReason.ERROR);
        assertThat(answer.errorMessage()).contains(words);
        assertThat(answer.text()).isEqualTo(said);
        assertThat(events.getLast()).isEqualTo(new ModelEvent.Finished(answer));
    }

    private Message.Assistant ask(String reference, ProviderConfig config, ModelRequest request) throws Exception {
        return config.answerer().answer(model(config, reference), request, events::add);
    }

    private static Model model(ProviderConfig config, String reference) {
        return config.models().stream()
                .filter(model -> model.reference().equals(reference))
                .findFirst()
                .orElseThrow();
    }

    private static ProviderConfig config(Map<String, String> environment) {
        return DemoProvider.config(environment, CLOCK, Duration.ZERO);
    }

    private Map<String, String> script(String json) throws IOException {
        var file = Files.createTempFile(folder, "script", ".json");
        return Map.of("PAWL_DEMO_SCRIPT", Files.writeString(file, json).toString());
    }

    private static ModelRequest plain() {
        return ModelRequest.of(List.of(Message.user("hi", 0)));
    }

    private List<Kind> kinds() {
        var kinds = new ArrayList<Kind>();
        for (var event : events) {
            if (event instanceof ModelEvent.Piece piece) {
                kinds.add(piece.delta().kind());
            }
        }
        return kinds;
    }
}
