package dev.pawl.ai.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DemoProviderTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1234));

    private final List<ModelEvent> events = new ArrayList<>();

    @Test
    void there_are_two_models_that_need_no_network_and_cost_nothing() {
        var config = config();

        assertThat(config.models()).extracting(Model::reference).containsExactly("demo/tour", "demo/echo");
        assertThat(config.models()).allSatisfy(model -> assertThat(model.cost()).isEqualTo(Cost.NONE));
        assertThat(config.apiKey()).isNotBlank();
        assertThat(config.baseUrl()).isNull();
    }

    @Test
    void echo_says_again_what_was_said_last() throws Exception {
        var answer = ask(
                "demo/echo",
                config(),
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

        var answer = ask("demo/tour", config(), request);

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
        var config = DemoProvider.config(CLOCK, Duration.ofMillis(20));
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
    void an_unknown_demonstration_is_refused() throws Exception {
        var config = config();
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
        assertThat(answer.errorMessage()).contains("demo/other", "demo/tour and demo/echo");
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

    private static ProviderConfig config() {
        return DemoProvider.config(CLOCK, Duration.ZERO);
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
