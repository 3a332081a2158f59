package dev.pawl.fleet.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.durable.Next;
import dev.pawl.start.attach.Question;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a session that waits for an answer costs where it is kept; a worker keeps nothing of it. */
@Tag("figures")
class WaitingSessionsTest {
    private static final int SESSIONS = 100_000;

    @Test
    void no_session_that_waits_can_be_claimed() throws Exception {
        var store = new MemoryStore(InstantSource.system());
        long before = used();
        for (int i = 0; i < SESSIONS; i++) {
            var id = "s" + i;
            store.apply(id, Operation.create(id, "here", JsonObject.empty(), List.of("{\"type\":\"session\"}")));
            store.apply(id, Operation.send(Input.prompt("p", "go")));
            long token = store.apply(id, Operation.claim("w", 1_000)).number("token", 0);
            store.apply(
                    id,
                    Operation.release(
                            token, new Next.Waits(new Question("k", "confirm", "Run it?", "rm x", List.of()))));
        }
        System.out.printf(
                "%-40s %6d bytes each, kept in memory; nothing at a worker%n",
                "100,000 sessions that wait", (used() - before) / SESSIONS);
        assertThat(store.claimable(Set.of("here"), 10)).isEmpty();
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
