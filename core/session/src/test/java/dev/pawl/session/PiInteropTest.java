package dev.pawl.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.machine.Beside;
import dev.pawl.machine.Comparison;
import dev.pawl.machine.Pi;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The real pi opens what Pawl wrote, and Pawl what pi wrote. */
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
    private JsonObject ask(Pi version, String command, String... options) throws Exception {
        var args = new ArrayList<>(List.of("--mode", "rpc"));
        args.addAll(List.of(options));
        var pi = version.process(folder, folder, args.toArray(String[]::new)).start();
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

    /** Those of the first list that are not in the second. */
    private static List<String> missing(List<?> wanted, List<?> there) {
        return wanted.stream()
                .filter(each -> !there.contains(each))
                .map(each -> "missing " + each)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void pi_reads_every_entry_that_pawl_wrote(Pi pi) throws Exception {
        List<Entry> ours;
        try (var session = written()) {
            ours = session.entries();
        }
        var answer =
                ask(pi, "get_entries", "--session", folder.resolve("ours.jsonl").toString());
        new Comparison("sessions, Pawl's read by pi", pi)
                .found(missing(
                        ours.stream().map(Entry::toJson).toList(),
                        answer.object("data").objects("entries")));
    }

    @ParameterizedTest
    @EnumSource
    void pawl_goes_on_in_a_session_that_pi_wrote(Pi pi) throws Exception {
        List<Entry> ours;
        try (var session = written()) {
            ours = session.entries();
        }
        ask(
                pi,
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
        List<String> lost;
        try (var session = SessionFolder.sessions(folder).open(theirs, folder)) {
            lost = missing(ours, session.entries());
            session.append(Message.user("and on", 2));
        }
        var answer = ask(pi, "get_messages", "--session", theirs.toString());
        assertThat(answer.object("data").objects("messages").getLast().toString())
                .contains("and on");
        new Comparison("sessions, pi's continued by Pawl", pi).found(lost);
    }
}
