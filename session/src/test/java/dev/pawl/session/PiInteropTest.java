package dev.pawl.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.property.Beside;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** The real pi opens what Pawl wrote, and Pawl what pi wrote. Needs pi: {@code PAWL_PI="pi"} or "node …/cli.js". */
@EnabledIfEnvironmentVariable(named = "PAWL_PI", matches = ".+")
@Beside
class PiInteropTest {
    @TempDir
    Path folder;

    private Session written() throws Exception {
        var session = SessionFolder.sessions(folder).open(folder.resolve("ours.jsonl"), folder);
        session.changeModel("fake", "fake-1");
        var hello = session.append(Message.user("hello \u2028 \uD83D\uDE00", 1));
        session.append("state", JsonObject.of("n", 1));
        session.save(JsonObject.of("type", "stack_pop", "backToIndex", 1));
        session.label(hello.id(), "here");
        session.rename("ours");
        return session;
    }

    /** Starts pi in its RPC mode, sends one command and returns the answer. */
    private JsonObject ask(String command, String... options) throws Exception {
        var line = new ArrayList<>(List.of(System.getenv("PAWL_PI").split(" ")));
        line.addAll(List.of("--mode", "rpc", "--offline"));
        line.addAll(List.of(options));
        var builder = new ProcessBuilder(line).directory(folder.toFile());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("PI_CODING_AGENT_DIR", folder.resolve("agent").toString());
        builder.environment().put("PI_OFFLINE", "1");
        var pi = builder.start();
        try (var out = pi.getOutputStream();
                var in = new BufferedReader(new InputStreamReader(pi.getInputStream(), StandardCharsets.UTF_8))) {
            out.write(("{\"id\":\"1\",\"type\":\"" + command + "\"}\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            for (var answer = in.readLine(); answer != null; answer = in.readLine()) {
                var json = JsonObject.parse(answer);
                if ("response".equals(json.get("type"))) {
                    return json;
                }
            }
            throw new AssertionError("pi ended without an answer");
        } finally {
            pi.destroy();
            pi.waitFor();
        }
    }

    @Test
    void pi_reads_every_entry_that_pawl_wrote() throws Exception {
        List<Entry> ours;
        try (var session = written()) {
            ours = session.entries();
        }
        var answer =
                ask("get_entries", "--session", folder.resolve("ours.jsonl").toString());
        assertThat(answer.object("data").objects("entries"))
                .containsAll(ours.stream().map(Entry::toJson).toList());
    }

    @Test
    void pawl_goes_on_in_a_session_that_pi_wrote() throws Exception {
        List<Entry> ours;
        try (var session = written()) {
            ours = session.entries();
        }
        ask(
                "get_state",
                "--session-dir",
                folder.resolve("theirs").toString(),
                "--fork",
                folder.resolve("ours.jsonl").toString());
        Path theirs;
        try (var files = Files.list(folder.resolve("theirs"))) {
            theirs = files.filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
        try (var session = SessionFolder.sessions(folder).open(theirs, folder)) {
            assertThat(session.entries()).containsAll(ours);
            session.append(Message.user("and on", 2));
        }
        var answer = ask("get_messages", "--session", theirs.toString());
        assertThat(answer.object("data").objects("messages").getLast().toString())
                .contains("and on");
    }
}
