package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext.NewSession;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ModelEvent;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.testkit.model.ScriptedModel;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvidersTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private static Model model(String provider, String id, String baseUrl) {
        return model(provider, id, TestAgent.API, baseUrl);
    }

    private static Model model(String provider, String id, String api, String baseUrl) {
        return new Model(
                provider,
                id,
                id,
                api,
                baseUrl,
                false,
                List.of(),
                Set.of(Model.Medium.TEXT),
                Cost.NONE,
                100_000,
                10_000,
                JsonObject.empty());
    }

    private static Hook commands(ScriptedModel other) {
        return pi -> {
            pi.command("bring", "", ctx -> {
                var url = other.baseUrl(TestAgent.API);
                pi.provider(
                        "mine",
                        ProviderConfig.at(url).withModels(TestAgent.API, "my-key", List.of(model("mine", "m1", url))));
                ctx.models().select(Objects.requireNonNull(ctx.models().find("mine", "m1")));
                return Outcome.nothing();
            });
            pi.command("move", "", ctx -> {
                pi.provider("scripted", ProviderConfig.at(other.baseUrl(TestAgent.API)));
                return Outcome.status(
                        Objects.requireNonNull(ctx.models().current()).baseUrl());
            });
            pi.command("back", "", ctx -> {
                pi.removeProvider(ctx.argsRaw());
                return Outcome.status(
                        Objects.requireNonNull(ctx.models().current()).baseUrl());
            });
        };
    }

    @Test
    void a_provider_that_a_hook_brings_later_can_be_asked_at_once() throws Exception {
        try (var other = ScriptedModel.playing(Turn.text("From elsewhere."));
                var it = TestAgent.in(dir).hook(commands(other)).start()) {
            it.prompt("/bring");
            it.prompt("Hi");
            assertThat(it.requests()).isZero();
            assertThat(other.requests()).singleElement().satisfies(request -> {
                assertThat(request.body().string("model")).isEqualTo("m1");
                assertThat(request.header("authorization")).isEqualTo("Bearer my-key");
            });
            assertThat(it.storedMessages()).extracting(Message::text).containsExactly("Hi", "From elsewhere.");
        }
    }

    @Test
    void a_provider_that_is_moved_takes_the_model_in_use_along_and_back() throws Exception {
        try (var other = ScriptedModel.playing(Turn.text("From elsewhere."));
                var it = TestAgent.in(dir)
                        .hook(commands(other))
                        .model(Turn.text("From here."))
                        .start()) {
            var here = Objects.requireNonNull(it.agent.model()).baseUrl();
            it.prompt("/move");
            assertThat(Objects.requireNonNull(it.agent.model()).baseUrl()).isEqualTo(other.baseUrl(TestAgent.API));
            it.prompt("one");
            assertThat(other.requests()).hasSize(1);
            assertThat(it.requests()).isZero();
            it.prompt("/back scripted");
            assertThat(Objects.requireNonNull(it.agent.model()).baseUrl()).isEqualTo(here);
            it.prompt("two");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(it.sentMessages(1)).containsExactly("user: one", "assistant: From elsewhere.", "user: two");
        }
    }

    @Test
    void what_a_hook_brought_later_is_gone_with_its_session() throws Exception {
        try (var other = ScriptedModel.playing(Turn.text("From elsewhere."));
                var it = TestAgent.in(dir)
                        .hook(commands(other))
                        .model(Turn.text("From here."))
                        .start()) {
            it.prompt("/move");
            it.prompt("/bring");
            it.agent.newSession(NewSession.plain());
            assertThat(it.agent.context().models().find("mine", "m1")).isNull();
            it.prompt("Hi");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void a_model_whose_provider_was_taken_back_is_refused_in_words() throws Exception {
        try (var other = ScriptedModel.playing(Turn.text("From elsewhere."));
                var it = TestAgent.in(dir).hook(commands(other)).start()) {
            it.prompt("/bring");
            it.prompt("/back mine");
            assertThatThrownBy(() -> it.agent.prompt(Prompt.of("Hi")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("mine/m1");
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void a_hook_can_answer_itself() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.provider(
                        "parrot",
                        new ProviderConfig(
                                        null,
                                        null,
                                        "none",
                                        "parrot-api",
                                        Map.of(),
                                        false,
                                        List.of(model("parrot", "polly", "parrot-api", "")),
                                        null,
                                        null,
                                        JsonObject.empty())
                                .answeredBy((model, request, events) -> {
                                    recorded.add("tools " + request.tools().size());
                                    var answer = answer(
                                            model,
                                            request.messages().getLast().text().toUpperCase(Locale.ROOT));
                                    events.accept(new ModelEvent.Finished(answer));
                                    return answer;
                                })))
                .hook(pi -> pi.command("parrot", "", ctx -> {
                    recorded.add("set "
                            + ctx.models()
                                    .select(Objects.requireNonNull(ctx.models().find("parrot", "polly"))));
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("/parrot");
            it.prompt("hello");
            assertThat(recorded).containsExactly("set true", "tools 4");
            assertThat(it.storedMessages()).extracting(Message::text).containsExactly("hello", "HELLO");
            assertThat(it.requests()).isZero();
            assertThat(it.happened()).contains("MessageStarted", "MessageEnded", "Settled");
        }
    }

    private static Message.Assistant answer(Model model, String text) {
        return new Message.Assistant(
                List.of(Content.text(text)),
                model.api(),
                model.provider(),
                model.id(),
                Usage.NONE,
                StopReason.STOP,
                null,
                1,
                JsonObject.empty());
    }

    @Test
    void a_provider_that_makes_no_sense_is_reported_and_the_others_stay() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.command("bring", "", _ -> {
                    pi.provider(
                            "broken",
                            ProviderConfig.at("").withModels("no-such-api", "k", List.of(model("broken", "b1", ""))));
                    return Outcome.nothing();
                }))
                .model(Turn.text("Still here."))
                .start()) {
            it.prompt("/bring");
            assertThat(it.errors()).singleElement().satisfies(error -> {
                assertThat(error.event()).isEqualTo("register_provider");
                assertThat(error.hookPath()).isEqualTo("hook1");
            });
            it.prompt("Hi");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void each_of_many_providers_that_a_session_registers_costs_the_same() throws Exception {
        long few = allocated(1_000);
        long many = allocated(10_000);
        // Ten times as many; each for all before it would be a hundred times as much.
        assertThat(many).isLessThan(30 * few);
    }

    /** How much memory it takes to register so many at run time; the last one is found at once. */
    private long allocated(int count) throws Exception {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var bytes = new AtomicLong();
        try (var it = TestAgent.in(Files.createDirectory(dir.resolve("with-" + count)))
                .hook(pi -> pi.command("many", "", ctx -> {
                    long before = threads.getCurrentThreadAllocatedBytes();
                    for (int i = 0; i < count; i++) {
                        var brought = model("p" + i, "m", "http://127.0.0.1:9");
                        pi.provider(
                                "p" + i,
                                ProviderConfig.at("http://127.0.0.1:9")
                                        .withModels(TestAgent.API, "key", List.of(brought)));
                    }
                    assertThat(ctx.models().find("p" + (count - 1), "m")).isNotNull();
                    bytes.set(threads.getCurrentThreadAllocatedBytes() - before);
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("/many");
        }
        assertThat(bytes.get()).isPositive();
        return bytes.get();
    }
}
