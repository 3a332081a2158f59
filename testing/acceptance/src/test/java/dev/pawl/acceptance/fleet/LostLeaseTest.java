package dev.pawl.acceptance.fleet;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.store.FileStore;
import dev.pawl.fleet.store.Operation;
import dev.pawl.fleet.store.StoredDurable;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker that was too slow to keep its session leaves the commands of it alone: another one goes on with them. */
@Deep
class LostLeaseTest {
    private static final String COMMAND = "touch begun; until [ -e go ]; do sleep 0.05; done; echo done";

    @TempDir
    Path dir;

    /** Something that becomes true. */
    @Test
    void a_command_goes_on_when_its_worker_has_lost_the_session() throws Exception {
        var store = new FileStore(dir.resolve("engine"), InstantSource.system());
        try (var engine = new StoredDurable(store, Duration.ofSeconds(3));
                var fleet = new Fleet(
                        dir,
                        "file:" + dir.resolve("engine"),
                        (_, turn) -> turn == 0
                                ? Turn.calls(call("bash", JsonObject.of("command", COMMAND)))
                                : Turn.text("Done."),
                        List.of(List.of("--place", "here")))) {
            fleet.start();
            fleet.submit(engine, "here", "s", "go");
            Await.until("the command runs", fleet::output, () -> Files.exists(fleet.project.resolve("s/begun")));
            fleet.signalFirst("STOP");
            Await.until(
                    "the lease has run out",
                    fleet::output,
                    () -> !store.claimable(Set.of("here"), 1).isEmpty());
            store.apply("s", Operation.claim("other", 1));
            fleet.signalFirst("CONT");
            Await.until(
                    "it has let go of the session and opened it again",
                    fleet::output,
                    () -> fleet.output().contains("The program was ended while this session ran tool calls"));
            Files.createFile(fleet.project.resolve("s/go"));
            Fleet.await(engine, "the session rests", state -> state.phase() == Phase.IDLE);
            assertThat(Fleet.messages(engine, "s")).anyMatch(message -> message.contains("done\\n"));
        }
    }
}
