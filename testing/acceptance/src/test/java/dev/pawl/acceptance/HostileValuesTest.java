package dev.pawl.acceptance;

import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.event.BeforeProviderHeaders;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.testkit.HookTrial;
import dev.pawl.testkit.ManualTicker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a hook hands over, exceptions too, is its own code: it is never called outside the bounds of its call. */
class HostileValuesTest {
    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));

    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        released.countDown();
    }

    /** An exception and what is wrong with it, which the exception itself cannot be asked. */
    record Hostile(String name, RuntimeException exception) {
        @Override
        public String toString() {
            return name;
        }
    }

    @SuppressWarnings("OverrideThrowableToString") // it throws on purpose
    static Stream<Hostile> exceptions() {
        return Stream.of(
                new Hostile("whose message throws", new RuntimeException() {
                    @Override
                    public String getMessage() {
                        throw new IllegalStateException("no message");
                    }
                }),
                new Hostile("whose words throw", new RuntimeException("silent") {
                    @Override
                    public String toString() {
                        throw new AssertionError("no words");
                    }
                }),
                new Hostile("whose frames overflow", new RuntimeException("no frames") {
                    @Override
                    public StackTraceElement[] getStackTrace() {
                        throw new StackOverflowError();
                    }
                }),
                new Hostile("that causes itself", new RuntimeException("itself") {
                    @Override
                    public synchronized Throwable getCause() {
                        return this;
                    }
                }),
                new Hostile("with causes without end", new RuntimeException("one after another") {
                    @Override
                    public synchronized Throwable getCause() {
                        return new RuntimeException("another", null) {
                            @Override
                            public synchronized Throwable getCause() {
                                return new IllegalStateException(this);
                            }
                        };
                    }
                }),
                new Hostile("whose message calls itself", new RuntimeException() {
                    @Override
                    public String getMessage() {
                        return deeper(0);
                    }

                    private String deeper(int depth) {
                        return depth < 0 ? "" : deeper(depth + 1) + depth;
                    }
                }),
                new Hostile("whose message is huge", new RuntimeException("x".repeat(50_000_000))),
                new Hostile("that has no memory for words", new RuntimeException() {
                    @Override
                    public String getMessage() {
                        throw new OutOfMemoryError("made up");
                    }

                    @Override
                    public String toString() {
                        throw new OutOfMemoryError("made up");
                    }
                }));
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void a_gate_blocks_whatever_the_exception_does(Hostile hostile) throws Exception {
        Hook hook = pi -> pi.on(TOOL_CALL, (_, _) -> {
            throw hostile.exception();
        });
        // Without a limit of time, as gates of tools are by default.
        try (var trial = HookTrial.within(Timeouts.ofMillis(0, 0), hook)) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
            assertThat(trial.errors()).singleElement().satisfies(error -> {
                assertThat(error.error()).hasSizeLessThan(20_000);
                assertThat(String.valueOf(error.stack())).hasSizeLessThan(100_000);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void a_hook_that_fails_so_to_install_is_a_problem_like_any_other(Hostile hostile) throws Exception {
        Hook hook = pi -> {
            throw hostile.exception();
        };
        try (var trial = HookTrial.of(hook)) {
            assertThat(trial.problems())
                    .singleElement()
                    .satisfies(problem -> assertThat(problem.message())
                            .startsWith("failed to load: ")
                            .hasSizeLessThan(20_000));
        }
    }

    @Test
    void a_message_that_is_never_said_is_bounded_like_the_handler() throws Exception {
        var time = new ManualTicker();
        Hook hook = pi -> pi.on(TOOL_CALL, (_, _) -> {
            throw new RuntimeException() {
                @Override
                public String getMessage() {
                    time.pass(Duration.ofMillis(50));
                    while (released.getCount() > 0) {
                        try {
                            released.await();
                        } catch (InterruptedException e) {
                            // It does not listen.
                        }
                    }
                    return "late";
                }
            };
        });
        try (var trial = HookTrial.within(Timeouts.ofMillis(50, 50).by(time), hook)) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isInstanceOf(Decision.Stop.class);
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).isEqualTo("timed out after 50 ms"));
        }
    }

    /** Counts the calls that come after its maker has returned. */
    private static final class Watched extends AbstractList<Content> {
        private final AtomicBoolean over;
        private final AtomicBoolean called;

        Watched(AtomicBoolean over, AtomicBoolean called) {
            this.over = over;
            this.called = called;
        }

        @Override
        public Content get(int index) {
            called.compareAndSet(false, over.get());
            return Content.text("x");
        }

        @Override
        public int size() {
            called.compareAndSet(false, over.get());
            return 1;
        }
    }

    @Test
    void a_list_in_an_answer_is_read_while_the_handler_makes_the_answer_and_never_after() throws Exception {
        var over = new AtomicBoolean();
        var called = new AtomicBoolean();
        Hook hook = pi -> pi.on(TOOL_RESULT, (result, _) -> {
            var answer = result.withContent(new Watched(over, called))
                    .withDetails(Map.of("list", new Watched(over, called)));
            over.set(true);
            return answer;
        });
        try (var trial = HookTrial.of(hook)) {
            var result = trial.fire(TOOL_RESULT, ToolResult.of("bash", new ToolInput.Bash("ls"), "text"));
            assertThat(result.text()).isEqualTo("x");
            assertThat(String.valueOf(result.details())).contains("x");
            assertThat(called).isFalse();
        }
    }

    private static final class Endless extends AbstractMap<String, String> {
        private int calls;

        @Override
        public Set<Entry<String, String>> entrySet() {
            if (++calls > 1_000) {
                throw new IllegalStateException("called once too often");
            }
            return Set.of(Map.entry("a", "b"));
        }
    }

    @Test
    void values_are_copied_when_they_are_made() {
        var map = new Endless();
        assertThat(new SpawnRequest("ls", Path.of("/"), map).environment())
                .isNotSameAs(map)
                .containsEntry("a", "b");
        assertThat(new BeforeProviderHeaders(map).headers()).isNotSameAs(map).containsEntry("a", "b");
        assertThat(ToolOutput.text("x").withDetails(map).details()).isEqualTo(JsonObject.of("a", "b"));
        var details = new Message.Custom("t", Body.of("x"), true, List.of(map), 0, JsonObject.empty()).details();
        assertThat(details).isEqualTo(List.of(JsonObject.of("a", "b")));
    }

    @Test
    void an_answer_whose_equality_breaks_is_a_failure_of_its_handler() throws Exception {
        Hook hook = pi -> pi.on(
                CONTEXT,
                (context, _) -> context.withMessages(new AbstractList<Message>() {
                    @Override
                    public Message get(int index) {
                        throw new IllegalStateException("not this one");
                    }

                    @Override
                    public int size() {
                        return 3;
                    }
                }));
        try (var trial = HookTrial.of(hook)) {
            var before = ModelContext.of(List.of(Message.user("kept", 0)));
            assertThat(trial.fire(CONTEXT, before)).isSameAs(before);
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).isEqualTo("not this one"));
        }
    }
}
