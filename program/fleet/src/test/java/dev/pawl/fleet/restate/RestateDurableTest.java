package dev.pawl.fleet.restate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.fleet.durable.Claim;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.Limits;
import dev.pawl.fleet.durable.Next;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.fleet.durable.Worker;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.FreePort;
import dev.pawl.machine.RestateServer;
import dev.pawl.start.attach.Question;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState.Phase;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Sessions in a real Restate server, one for all tests; each has a place of its own. */
@Deep
class RestateDurableTest {
    private static final Duration LEASE = Duration.ofSeconds(20);

    @TempDir
    static Path dir;

    private static RestateServer server;

    private Durable fleet;
    private String place;

    @BeforeAll
    static void start() throws Exception {
        server = RestateServer.start(dir);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void open(TestInfo test) {
        place = "p" + Math.abs(test.getDisplayName().hashCode());
        fleet = new RestateDurable(new RestateDurable.Setup(
                server.ingress(),
                server.admin(),
                LEASE,
                URI.create("http://127.0.0.1:" + FreePort.find()),
                Network.direct(),
                RestateDurableTest.class::getClassLoader));
    }

    @AfterEach
    void close() throws IOException {
        fleet.close();
    }

    /** What a worker does with a session. */
    @FunctionalInterface
    private interface Step {
        Next advance(Claim claim) throws IOException, InterruptedException;
    }

    private Durable.Serving serve(Step step) throws IOException {
        var here = place;
        return fleet.serve(
                new Worker() {
                    @Override
                    public String name() {
                        return "w";
                    }

                    @Override
                    public Set<String> places() {
                        return Set.of(here);
                    }

                    @Override
                    public Next advance(Claim claim) throws IOException, InterruptedException {
                        return step.advance(claim);
                    }
                },
                4);
    }

    /** Appends lines until there are ten. */
    private static Next ten(Claim claim) throws IOException {
        for (int at = claim.lines().size(); at <= 10; at++) {
            claim.append(at, "line " + at, at == 1 ? "p" : null);
        }
        return new Next.Idle();
    }

    private static final List<String> TEN =
            IntStream.rangeClosed(1, 10).mapToObj(at -> "line " + at).toList();

    private void submit(String session) throws IOException {
        fleet.create(session, place, JsonObject.of("of", session), List.of("header of " + session));
        fleet.send(session, Input.prompt("p", "go"));
    }

    private void awaitPhase(String session, Phase phase) throws InterruptedException {
        Await.until(session + " is " + phase, () -> {
            try {
                return fleet.find(session).phase() == phase;
            } catch (Refused e) {
                throw e;
            } catch (IOException e) {
                return false; // The server is being started again.
            }
        });
    }

    @Test
    void a_worker_is_called_and_what_it_appends_is_kept() throws Exception {
        try (var _ = serve(RestateDurableTest::ten)) {
            submit("a1");
            awaitPhase("a1", Phase.IDLE);
            assertThat(fleet.lines("a1", 0)).startsWith("header of a1").hasSize(11);
            assertThat(fleet.lines("a1", 1)).isEqualTo(TEN);
            var state = fleet.find("a1");
            assertThat(state.place()).isEqualTo(place);
            assertThat(state.about()).isEqualTo(JsonObject.of("of", "a1"));
            assertThat(state.inputs()).isZero();
            assertThat(fleet.list()).extracting(one -> one.id()).contains("a1");
        }
    }

    @Test
    void a_session_is_created_once_and_removed_with_its_lines() throws Exception {
        try (var _ = serve(RestateDurableTest::ten)) {
            submit("b1");
            awaitPhase("b1", Phase.IDLE);
            assertThatThrownBy(() -> submit("b1")).isInstanceOf(Refused.class).hasMessageContaining("already");
            fleet.remove("b1");
            assertThatThrownBy(() -> fleet.find("b1")).isInstanceOf(Refused.class);
            assertThatThrownBy(() -> fleet.lines("b1", 0)).isInstanceOf(Refused.class);
            submit("b1");
            awaitPhase("b1", Phase.IDLE);
            assertThat(fleet.lines("b1", 1)).isEqualTo(TEN);
        }
    }

    @Test
    void a_session_waits_for_an_answer_and_goes_on_with_it() throws Exception {
        var question = new Question("q1", "confirm", "Go on?", "", List.of());
        try (var _ = serve(claim -> {
            for (var input : claim.inputs()) {
                if (input.kind() == Input.Kind.ANSWER) {
                    claim.append(
                            claim.lines().size(), "answered " + input.value().bool("confirmed", false), input.id());
                    return new Next.Idle();
                }
                claim.append(1, "asked", input.id());
            }
            return new Next.Waits(question);
        })) {
            submit("c1");
            awaitPhase("c1", Phase.WAITING);
            assertThat(fleet.find("c1").question()).isEqualTo(question);
            fleet.send("c1", Input.answer("x", "q1", JsonObject.of("confirmed", true)));
            awaitPhase("c1", Phase.IDLE);
            assertThat(fleet.lines("c1", 1)).containsExactly("asked", "answered true");
        }
    }

    @Test
    void a_writer_with_an_older_token_is_refused() throws Exception {
        var first = new AtomicReference<Claim>();
        var refused = new AtomicReference<Exception>();
        try (var _ = serve(claim -> {
            if (first.compareAndSet(null, claim)) {
                return new Next.Ready();
            }
            assertThat(claim.token()).isGreaterThan(first.get().token());
            try {
                first.get().append(1, "late", null);
            } catch (StaleWriter e) {
                refused.set(e);
            }
            return ten(claim);
        })) {
            submit("d1");
            awaitPhase("d1", Phase.IDLE);
            assertThat(refused.get()).isInstanceOf(StaleWriter.class);
            assertThat(fleet.lines("d1", 1)).isEqualTo(TEN);
        }
    }

    @Test
    void every_line_is_there_once_although_the_server_crashes() throws Exception {
        try (var _ = serve(RestateDurableTest::ten)) {
            for (int i = 0; i < 20; i++) {
                submit("e" + i);
            }
            server.kill();
            server.restart();
            for (int i = 0; i < 20; i++) {
                awaitPhase("e" + i, Phase.IDLE);
                assertThat(fleet.lines("e" + i, 1)).as("e%s", i).isEqualTo(TEN);
            }
        }
    }

    @Test
    void a_session_that_cannot_go_on_says_why_and_a_new_prompt_tries_again() throws Exception {
        try (var _ = serve(claim -> {
            var inputs = claim.inputs();
            claim.append(claim.lines().size(), "tried", inputs.getFirst().id());
            return inputs.getFirst().id().equals("p") ? new Next.Failed("the folder is gone") : new Next.Idle();
        })) {
            submit("f1");
            awaitPhase("f1", Phase.FAILED);
            assertThat(fleet.find("f1").problem()).isEqualTo("the folder is gone");
            fleet.send("f1", Input.prompt("again", "go"));
            awaitPhase("f1", Phase.IDLE);
            assertThat(fleet.lines("f1", 1)).containsExactly("tried", "tried");
        }
    }

    @Test
    void a_session_that_sleeps_goes_on_at_its_time() throws Exception {
        var begun = Instant.now();
        try (var _ = serve(claim -> claim.lines().size() > 1 ? new Next.Idle() : slept(claim))) {
            submit("g1");
            awaitPhase("g1", Phase.IDLE);
            assertThat(Duration.between(begun, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(500));
        }
    }

    private static Next slept(Claim claim) throws IOException {
        claim.append(1, "sleeps", "p");
        return new Next.Sleeps(Instant.now().plusMillis(500), "the provider wants a pause");
    }

    @Test
    void workers_at_the_same_time_go_beyond_the_budget_by_no_more_than_one() throws Exception {
        try (var _ = serve(RestateDurableTest::ten);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var workers = IntStream.range(0, 8)
                    .<Callable<Integer>>mapToObj(i -> () -> requestsOf("s" + i, fleet.limits(place)))
                    .toList();
            int requests = 0;
            for (var made : threads.invokeAll(workers)) {
                requests += made.get();
            }
            assertThat(requests).isEqualTo(11);
            assertThat(fleet.limits(place).spent()).isCloseTo(1.1, within(1e-6));
            assertThat(fleet.list()).noneMatch(state -> state.place().equals(place));
        }
    }

    /** Makes requests that cost 10 cents until a budget of $1.05 is spent; returns how many. */
    private static int requestsOf(String session, Limits limits) throws Exception {
        for (int made = 0; ; ) {
            var next = new Limits.Reserve(session + made, session, 0.1, false);
            switch (limits.reserve(next, 1.05)) {
                case TAKEN -> limits.settle(session + made++, 0.1);
                case LATER -> limits.awaitLess();
                case SPENT -> {
                    return made;
                }
            }
        }
    }
}
