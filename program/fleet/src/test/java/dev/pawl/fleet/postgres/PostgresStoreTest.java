package dev.pawl.fleet.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Claim;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.Limits;
import dev.pawl.fleet.durable.Next;
import dev.pawl.fleet.durable.StaleWriter;
import dev.pawl.fleet.durable.Worker;
import dev.pawl.fleet.store.Operation;
import dev.pawl.fleet.store.StoredDurable;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.PostgresServer;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions in a real PostgreSQL server. */
@Deep
class PostgresStoreTest {
    @TempDir
    Path dir;

    private PostgresServer server;
    private PostgresStore store;

    @BeforeEach
    void start() throws Exception {
        server = PostgresServer.start(dir);
        store = open();
    }

    private PostgresStore open() throws IOException {
        return new PostgresStore(new org.postgresql.Driver(), "jdbc:" + server.address());
    }

    @AfterEach
    void stop() throws Exception {
        if (store != null) {
            server.kill();
        }
    }

    private void create(String id) throws IOException {
        store.apply(id, Operation.create(id, "here", JsonObject.empty(), List.of("header of " + id)));
        store.apply(id, Operation.send(Input.prompt("p", "go")));
    }

    @Test
    void one_of_two_claims_gets_the_session_and_an_old_token_is_refused() throws Exception {
        create("a");
        try (var other = open()) {
            assertThat(other.claimable(Set.of("here"), 5)).containsExactly("a");
            long token = store.apply("a", Operation.claim("w1", 0)).number("token", 0);
            long next = other.apply("a", Operation.claim("w2", 60_000)).number("token", 0);
            assertThat(next).isGreaterThan(token);
            assertThatThrownBy(() -> store.apply("a", Operation.append(token, 1, "late", null)))
                    .isInstanceOf(StaleWriter.class);
            assertThatThrownBy(() -> store.apply("a", Operation.claim("w1", 0))).isInstanceOf(Refused.class);
            other.apply("a", Operation.append(next, 1, "line \"1\" \\ ü \ud83d\ude00", "p"));
            assertThat(store.lines("a", 0)).containsExactly("header of a", "line \"1\" \\ ü \ud83d\ude00");
            assertThat(store.claimable(Set.of("here"), 5)).isEmpty();
        }
    }

    private void sql(String text) throws Exception {
        try (var connection = new org.postgresql.Driver().connect("jdbc:" + server.address(), new Properties());
                var statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    @Test
    void a_role_that_may_not_make_tables_works_with_those_that_are() throws Exception {
        sql("create role fleet_worker login; revoke create on schema public from public;"
                + " grant select, insert, update, delete on pawl_session, pawl_line, pawl_step to fleet_worker;"
                + " grant select on pawl_version to fleet_worker");
        var address = "jdbc:" + server.address().replaceFirst("user=[^&]*", "user=fleet_worker");
        try (var other = new PostgresStore(new org.postgresql.Driver(), address)) {
            create("a");
            long token = other.apply("a", Operation.claim("w", 60_000)).number("token", 0);
            other.apply("a", Operation.steps(token, "1", List.of("asked", "begun"), false));
            other.apply("a", Operation.steps(token, "2", List.of("asked again"), true));
            assertThat(store.steps("a")).containsExactly("asked again");
            assertThatThrownBy(() -> store.apply("a", Operation.steps(token - 1, "3", List.of("late"), false)))
                    .isInstanceOf(StaleWriter.class);
        }
    }

    @Test
    void tables_of_before_they_had_a_version_are_brought_up_and_newer_ones_are_refused() throws Exception {
        create("a");
        sql("drop table pawl_step; drop table pawl_version");
        try (var next = open()) {
            assertThat(next.lines("a", 0)).containsExactly("header of a");
            assertThat(next.steps("a")).isEmpty();
        }
        sql("update pawl_version set version = 99");
        assertThatThrownBy(this::open).isInstanceOf(Refused.class).hasMessageContaining("tables of version 99");
    }

    @Test
    void a_session_is_created_once_and_removed_with_its_lines() throws Exception {
        create("a");
        assertThatThrownBy(() -> create("a")).isInstanceOf(Refused.class).hasMessageContaining("already");
        store.apply("a", Operation.remove());
        assertThat(store.document("a")).isNull();
        assertThatThrownBy(() -> store.lines("a", 0)).isInstanceOf(Refused.class);
        create("a");
        assertThat(store.lines("a", 0)).containsExactly("header of a");
    }

    /** Appends ten lines to each session that it gets. */
    private record Writer(String name) implements Worker {
        @Override
        public Set<String> places() {
            return Set.of("here");
        }

        @Override
        public Next advance(Claim claim) throws IOException {
            for (int at = claim.lines().size(); at <= 10; at++) {
                claim.append(at, "line " + at, at == 1 ? "p" : null);
            }
            return new Next.Idle();
        }
    }

    private static String states(Durable fleet) {
        try {
            return fleet.list().stream()
                    .filter(state -> state.phase() != Phase.IDLE)
                    .toList()
                    .toString();
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static void awaitRest(Durable fleet) throws Exception {
        Await.until("all sessions rest", () -> states(fleet), () -> {
            try {
                return fleet.list().stream().allMatch(state -> state.phase() == Phase.IDLE);
            } catch (Refused e) {
                throw e;
            } catch (IOException e) {
                return false; // The server is being started again.
            }
        });
    }

    @Test
    void two_workers_write_every_line_once_although_the_server_crashes() throws Exception {
        int sessions = 60;
        for (int i = 0; i < sessions; i++) {
            create("s" + i);
        }
        var lease = Duration.ofSeconds(20);
        try (var fleet = new StoredDurable(store, lease);
                var other = new StoredDurable(open(), lease);
                var one = fleet.serve(new Writer("w1"), 4);
                var two = other.serve(new Writer("w2"), 4)) {
            for (int crash = 0; crash < 3; crash++) {
                server.kill();
                server.restart();
            }
            awaitRest(fleet);
            // A worker is free a moment after the store has been told of its work.
            Await.until("no worker is busy", () -> one.busy() + two.busy() == 0);
            var expected =
                    IntStream.rangeClosed(1, 10).mapToObj(at -> "line " + at).toList();
            for (int i = 0; i < sessions; i++) {
                assertThat(fleet.lines("s" + i, 1)).as("s%s", i).isEqualTo(expected);
            }
        }
    }

    @Test
    void workers_at_the_same_time_go_beyond_the_budget_by_no_more_than_one() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var workers = IntStream.range(0, 8)
                    .<Callable<Integer>>mapToObj(i ->
                            () -> requestsOf("s" + i, new StoredDurable(store, Duration.ofSeconds(20)).limits("here")))
                    .toList();
            int requests = 0;
            for (var made : threads.invokeAll(workers)) {
                requests += made.get();
            }
            assertThat(requests).isEqualTo(11);
            assertThat(new StoredDurable(store, Duration.ofSeconds(20))
                            .limits("here")
                            .spent())
                    .isCloseTo(1.1, within(1e-6));
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

    @Test
    void a_database_that_does_not_answer_is_named() throws Exception {
        server.kill();
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the database of the fleet");
        server.restart();
    }
}
