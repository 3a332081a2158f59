package dev.pawl.acceptance.rpc;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sends while the agent works is not lost when the program is killed before the agent has it. */
@Deep
class WaitingMessagesTest {
    private static final Turn WAITS =
            Turn.calls(call("bash", JsonObject.of("command", "until [ -e go ]; do sleep 0.02; done; echo over")));

    @TempDir
    Path dir;

    /** A program that works, has taken one message to steer it and one that follows, and is killed. */
    private static void killedWhileTwoWait(Driven pawl) throws Exception {
        pawl.asProcess().start().client().send("prompt", JsonObject.of("message", "Go"));
        pawl.await("tool_execution_start");
        pawl.client().send("steer", JsonObject.of("message", "left"));
        pawl.client().send("follow_up", JsonObject.of("message", "and then right"));
        pawl.process().destroyForcibly().waitFor();
        Files.createFile(pawl.project.resolve("go"));
    }

    private static List<Path> files(Driven pawl) throws IOException {
        try (Stream<Path> all = Files.walk(pawl.home.resolve(".pi/agent/sessions"))) {
            return all.filter(file ->
                            Files.isRegularFile(file) && !file.toString().endsWith(".lock"))
                    .toList();
        }
    }

    /** The messages of the user in the session, in their order. */
    private static List<String> userTexts(Driven pawl) throws IOException {
        assertThat(files(pawl)).singleElement().asString().endsWith(".jsonl");
        return Files.readAllLines(files(pawl).getFirst()).stream()
                .map(line -> JsonObject.parse(line).object("message"))
                .filter(message -> "user".equals(message.string("role")))
                .map(message -> message.objects("content").getFirst().string("text", ""))
                .toList();
    }

    @Test
    void recover_sends_them_once_in_their_order() throws Exception {
        try (var pawl = Driven.in(dir, WAITS, Turn.text("Left."), Turn.text("Right."))) {
            killedWhileTwoWait(pawl);
            pawl.restarted("--continue");
            var queue = pawl.await("queue_update");
            assertThat(queue.strings("steering")).containsExactly("left");
            assertThat(queue.strings("followUp")).containsExactly("and then right");
            pawl.client().send("recover");
            pawl.await("agent_settled");
            assertThat(userTexts(pawl)).containsExactly("Go", "left", "and then right");
        }
    }

    @Test
    void they_follow_the_next_message() throws Exception {
        try (var pawl = Driven.in(dir, WAITS, Turn.text("Here."), Turn.text("Left."), Turn.text("Right."))) {
            killedWhileTwoWait(pawl);
            pawl.restarted("--continue").client().promptAndWait("Still there?");
            pawl.await("agent_settled");
            assertThat(userTexts(pawl)).containsExactly("Go", "Still there?", "left", "and then right");
        }
    }

    @Test
    void a_client_that_clears_the_queue_has_them_and_they_are_not_sent() throws Exception {
        try (var pawl = Driven.in(dir, WAITS, Turn.text("Here."))) {
            killedWhileTwoWait(pawl);
            var cleared = pawl.restarted("--continue").client().send("clear_queue");
            assertThat(cleared.strings("steering")).containsExactly("left");
            pawl.client().send("recover");
            pawl.await("agent_settled");
            assertThat(userTexts(pawl)).containsExactly("Go");
        }
    }

    @Test
    void a_file_that_cannot_be_read_is_kept_and_the_session_goes_on() throws Exception {
        try (var pawl = Driven.in(dir, WAITS, Turn.text("Here."))) {
            killedWhileTwoWait(pawl);
            var file = files(pawl).stream()
                    .filter(each -> each.toString().endsWith(".waiting"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
            Files.writeString(file, "{broken\n");
            pawl.restarted("--continue").client().send("recover");
            pawl.await("agent_settled");
            assertThat(files(pawl))
                    .filteredOn(each -> each.toString().contains(".waiting.damaged-"))
                    .singleElement()
                    .satisfies(kept -> assertThat(kept).hasContent("{broken"));
        }
    }
}
