package dev.pawl.acceptance.program;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program is told to end, at every stage of its work. */
class SignalsTest {
    @TempDir
    Path dir;

    private static final String GOODBYE = """
        pi.on(SESSION_SHUTDOWN, (end, ctx) -> {
            System.out.println("goodbye " + end.reason());
            Files.writeString(ctx.project().cwd().resolve("goodbye"), "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        });
        """;

    private static Turn sleeping() {
        var command = "sleep 300 & echo $! > child; echo $$ > shell; touch running; wait";
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    /** It is ended: gone, or only waiting to be counted by whoever inherited it. */
    private static void isEnded(Path pidFile) throws Exception {
        var pid = Long.parseLong(Files.readString(pidFile).strip());
        var state = Path.of("/proc/" + pid + "/stat");
        if (Files.exists(Path.of("/proc/self/stat"))) {
            var stat = Files.exists(state) ? Files.readString(state) : "gone (gone) Z";
            assertThat(stat.substring(stat.lastIndexOf(')') + 2))
                    .as("the state of process " + pid)
                    .startsWith("Z");
        } else {
            assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "HUP, 129", "INT, 130"})
    void while_the_answer_comes_hooks_are_notified_of_the_end_once_and_it_leaves_with_the_signal_s_code(
            String signal, int status) throws Exception {
        try (var pawl = Pawl.in(dir, Turn.stalled()).hook("bye", GOODBYE)) {
            var running = pawl.start("-p", "Hi");
            pawl.model.awaitRequest(1);
            var run = running.signal(signal).end();
            assertThat(run.status()).isEqualTo(status);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).containsOnlyOnce("goodbye QUIT");
            assertThat(pawl.project.resolve("goodbye")).hasContent("x");
            assertThat(pawl.wholeSession())
                    .anyMatch(line -> line.object("message").string("role", "").equals("user"));
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "HUP, 129", "INT, 130"})
    void while_a_tool_runs_all_that_it_started_is_ended_first(String signal, int status) throws Exception {
        try (var pawl = Pawl.in(dir, sleeping()).hook("bye", GOODBYE)) {
            var running = pawl.start("-p", "Sleep");
            Pawl.await(pawl.project.resolve("running"));
            var run = running.signal(signal).end();
            assertThat(run.status()).isEqualTo(status);
            assertThat(run.err()).containsOnlyOnce("goodbye QUIT");
            isEnded(pawl.project.resolve("child"));
            isEnded(pawl.project.resolve("shell"));
            assertThat(pawl.wholeSession())
                    .anyMatch(line -> line.object("message").string("role", "").equals("toolResult"));
        }
    }

    @Test
    void while_hooks_begin_the_session_hooks_are_notified_of_the_end_too() throws Exception {
        try (var pawl = Pawl.in(dir).hook("slow", """
            pi.on(SESSION_START, (_, ctx) -> {
                Files.writeString(ctx.project().cwd().resolve("started"), "");
                Thread.sleep(Duration.ofHours(1));
            });
            """ + GOODBYE)) {
            var running = pawl.start("-p", "Hi");
            Pawl.await(pawl.project.resolve("started"));
            var run = running.signal("TERM").end();
            assertThat(run.status()).isEqualTo(143);
            assertThat(run.err()).containsOnlyOnce("goodbye QUIT");
            assertThat(pawl.model.requests()).isEmpty();
        }
    }

    @Test
    void before_hooks_are_there_it_just_ends() throws Exception {
        try (var pawl = Pawl.in(dir).hook("slow", """
            try {
                Files.writeString(Path.of("installing"), "");
                Thread.sleep(Duration.ofHours(1));
            } catch (Exception e) {
            }
            """)) {
            var running = pawl.start("-p", "Hi");
            Pawl.await(pawl.project.resolve("installing"));
            assertThat(running.signal("INT").end().status()).isEqualTo(130);
            assertThat(pawl.sessions()).isEmpty();
        }
    }

    @Test
    void a_hook_that_hangs_in_session_shutdown_delays_nothing() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.stalled())
                .hook("hangs", "pi.on(SESSION_SHUTDOWN, (_, _) -> { while (true) { Thread.onSpinWait(); } });")
                .hook("polite", GOODBYE)) {
            var running = pawl.start("-p", "Hi");
            pawl.model.awaitRequest(1);
            var run = running.signal("TERM").end();
            assertThat(run.status()).isEqualTo(143);
            assertThat(run.err()).containsOnlyOnce("goodbye QUIT");
            assertThat(pawl.wholeSession()).isNotEmpty();
        }
    }

    @Test
    void a_hook_that_hangs_at_the_ordinary_end_holds_nothing_either() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("done"))
                .hook("hangs", "pi.on(SESSION_SHUTDOWN, (_, _) -> Thread.sleep(Duration.ofHours(1)));")) {
            var run = pawl.run("-p", "Hi");
            assertThat(run.out()).isEqualTo("done\n");
            assertThat(run.status()).isZero();
            assertThat(run.err()).contains("hangs.java", "session_shutdown", "timed out");
        }
    }

    @Test
    void a_program_that_a_hook_runs_does_not_outlive_it() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("never")).hook("runs", """
            pi.on(INPUT, (input, ctx) -> {
                ctx.project().exec("sh", "-c", "trap '' TERM; echo $$ > child; touch running; sleep 300");
                return input.proceed();
            });
            """)) {
            var running = pawl.start("-p", "Hi");
            Pawl.await(pawl.project.resolve("running"));
            assertThat(running.signal("TERM").end().status()).isEqualTo(143);
            isEnded(pawl.project.resolve("child"));
        }
    }

    @Test
    void a_tool_that_does_not_listen_delays_nothing() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.calls(call("stubborn", "{}"))).hook("stubborn", """
            pi.tool(Tool.of("stubborn", "Never ends.", JsonObject.of("type", "object"), (_, ctx) -> {
                Files.writeString(ctx.project().cwd().resolve("running"), "");
                while (true) { Thread.onSpinWait(); }
            }));
            """)) {
            var running = pawl.start("-p", "Hi");
            Pawl.await(pawl.project.resolve("running"));
            assertThat(running.signal("TERM").end().status()).isEqualTo(143);
            assertThat(pawl.wholeSession()).isNotEmpty();
        }
    }

    @Test
    void in_json_the_stream_ends_with_the_settling() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.stalled())) {
            var running = pawl.start("--mode", "json", "Hi", "And then?");
            pawl.model.awaitRequest(1);
            var run = running.signal("TERM").end();
            assertThat(run.status()).isEqualTo(143);
            List<JsonObject> records = run.out().lines().map(JsonObject::parse).toList();
            assertThat(records.getLast()).isEqualTo(JsonObject.of("type", "agent_settled", "aborted", true));
            assertThat(pawl.model.requests()).hasSize(1);
        }
    }

    @Test
    void what_was_said_before_can_be_gone_on_with() throws Exception {
        try (var pawl = Pawl.in(dir, sleeping(), Turn.text("Back again."))) {
            var running = pawl.start("-p", "Sleep");
            Pawl.await(pawl.project.resolve("running"));
            running.signal("INT").end();
            var run = pawl.run("-c", "-p", "Are you there?");
            assertThat(run.out()).isEqualTo("Back again.\n");
            assertThat(run.err()).isEmpty();
        }
    }
}
