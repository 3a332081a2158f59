package dev.pawl.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.BuiltinTools.BashOptions;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.Await;
import dev.pawl.machine.Needed;
import dev.pawl.tools.shell.BashExecutor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class BashToolTest {
    @TempDir
    Path folder;

    private Workbench bench;

    @BeforeEach
    void prepare() {
        bench = prepared(new Workbench(folder));
    }

    /** What another kind of call has besides. */
    Workbench prepared(Workbench bench) {
        return bench;
    }

    private ToolOutput bash(String command) throws Exception {
        return bench.run("bash", JsonObject.of("command", command));
    }

    private ToolOutput bash(BashOptions options, String command) throws Exception {
        return bench.tools.bash(Path.of(""), options).executor().execute(JsonObject.of("command", command), bench.ctx);
    }

    private static BashOptions options(
            BashOperations operations, String prefix, String shell, UnaryOperator<SpawnRequest> spawnHook) {
        return new BashOptions(operations, prefix, shell, spawnHook, true);
    }

    @Test
    void output_and_errors_come_in_the_order_they_were_written() throws Exception {
        var output = bash("echo one; echo two >&2; echo three");

        assertThat(Workbench.text(output)).isEqualTo("one\ntwo\nthree\n");
        assertThat(output.isError()).isFalse();
        assertThat(output.details()).isNull();
        var structured = (JsonObject) output.structuredContent();
        assertThat(structured.string("output")).isEqualTo("one\ntwo\nthree\n");
        assertThat(structured.integer("exit_code", -1)).isZero();
        assertThat(structured.bool("truncated", true)).isFalse();
        assertThat(structured.has("wall_time_seconds")).isTrue();
    }

    @Test
    void a_command_runs_where_the_session_is() throws Exception {
        assertThat(Workbench.text(bash("pwd"))).isEqualTo(folder.toRealPath() + "\n");
    }

    @Test
    void silence_is_reported() throws Exception {
        assertThat(Workbench.text(bash("true"))).isEqualTo("(no output)");
    }

    @Test
    void an_exit_code_makes_an_error() throws Exception {
        var output = bash("echo before; exit 3");

        assertThat(output.isError()).isTrue();
        assertThat(Workbench.text(output)).isEqualTo("before\n\n\nCommand exited with code 3");
        assertThat(((JsonObject) output.structuredContent()).integer("exit_code", -1))
                .isEqualTo(3);
        assertThat(Workbench.text(bash("false"))).isEqualTo("(no output)\n\nCommand exited with code 1");
    }

    @Test
    void death_by_a_signal_counts_128_and_its_number() throws Exception {
        assertThat(Workbench.text(bash("kill -9 $$"))).endsWith("Command exited with code 137");
    }

    @Test
    void commands_that_read_find_their_input_closed() throws Exception {
        assertThat(Workbench.text(bash("cat; read x; echo \"end:$x\""))).isEqualTo("end:\n");
    }

    @Test
    void a_command_that_takes_too_long_is_ended_with_all_it_started() throws Exception {
        var output = timedOut("echo begun; sleep 1000 & echo $! > child; sleep 1000", "child");

        assertThat(output.isError()).isTrue();
        assertThat(Workbench.text(output)).matches("begun\n\n\nCommand timed out after \\d+ seconds");
        // As in pi: only a command that came to its own end says more than its text.
        assertThat(output.structuredContent()).isNull();
        assertThat(isAlive(pid("child"))).isFalse();
    }

    /** Runs a command that does not end, with more time until it came so far within it that a file is written. */
    private ToolOutput timedOut(String command, String written) throws Exception {
        for (int limit = 1; ; limit *= 2) {
            for (var name : FILES) {
                Files.deleteIfExists(folder.resolve(name));
            }
            var output = bench.run("bash", JsonObject.of("command", command, "timeout", limit));
            if (Files.exists(folder.resolve(written)) && Files.size(folder.resolve(written)) > 0) {
                return output;
            }
        }
    }

    @Test
    void timeouts_that_make_no_sense_are_refused() {
        for (var timeout : new String[] {"0", "-1", "2147483.648", "1e300"}) {
            assertThatThrownBy(() -> bench.run("bash", "{\"command\":\"true\",\"timeout\":" + timeout + "}"))
                    .hasMessageContaining("timeout");
        }
    }

    private static final List<String> ESCAPED = List.of("a", "b", "c", "d", "e", "f");
    private static final List<String> FILES =
            Stream.concat(ESCAPED.stream(), Stream.of("child", "ready")).toList();

    /** What a command may do to get out of sight: each way writes the number of a process that would stay. */
    private static final String ESCAPES = """
        setsid --fork sh -c 'echo $$ > a; exec sleep 1000'
        (setsid sh -c '(sh -c "echo \\$\\$ > b; exec sleep 1000" &) & exit' &) &
        setsid --fork sh -c 'trap "" TERM HUP INT; echo $$ > c; while true; do sleep 1000; done'
        nohup sh -c '(trap "" TERM; echo $$ > d; exec sleep 1000) &' >/dev/null 2>&1 &
        setsid --fork sh -c 'setsid --fork sh -c "echo \\$\\$ > e; exec sleep 1000"'
        env -i setsid --fork /bin/sh -c 'echo $$ > f; exec /bin/sleep 1000' >/dev/null 2>&1 </dev/null
        until [ -s a ] && [ -s b ] && [ -s c ] && [ -s d ] && [ -s e ] && [ -s f ]; do sleep 0.01; done
        echo ready > ready
        """;

    @Test
    void a_process_that_left_the_session_of_a_command_is_ended_at_its_timeout() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc")), "elsewhere such processes cannot be found");
        var answer = timedOut(ESCAPES + "sleep 1000", "ready");
        assertThat(Workbench.text(answer))
                .containsPattern("Command timed out after \\d+ seconds$")
                .doesNotContain("Still running");
        assertThat(haveAllEnded()).isTrue();
    }

    @Test
    void a_process_that_left_the_session_of_a_command_is_ended_when_it_is_aborted_after_its_parents_ended()
            throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc")), "elsewhere such processes cannot be found");
        var answer = new AtomicReference<ToolOutput>();
        var thread = Thread.ofVirtual().start(() -> {
            try {
                answer.set(bash(ESCAPES + "touch waiting; sleep 1000"));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await(folder.resolve("waiting"));
        thread.interrupt();
        thread.join();
        assertThat(Workbench.text(answer.get())).endsWith("Command aborted");
        Await.until("all have ended", this::haveAllEnded);
    }

    @Test
    void what_a_command_leaves_in_the_background_stays_when_it_ends_by_itself() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc")), "elsewhere such processes cannot be found");
        bash("setsid --fork sh -c 'echo $$ > server; exec sleep 1000' >/dev/null 2>&1; until [ -s server ]; do"
                + " sleep 0.01; done");
        var server = ProcessHandle.of(
                Long.parseLong(Files.readString(folder.resolve("server")).strip()));
        assertThat(server).get().matches(ProcessHandle::isAlive);
        server.ifPresent(ProcessHandle::destroyForcibly);
    }

    private boolean haveAllEnded() throws IOException {
        for (var name : ESCAPED) {
            var stat = Path.of("/proc", Files.readString(folder.resolve(name)).strip(), "stat");
            var state = Files.exists(stat) ? Files.readString(stat) : "gone (gone) Z";
            if (!state.startsWith("Z", state.lastIndexOf(')') + 2)) {
                return false;
            }
        }
        return true;
    }

    @Test
    void an_interruption_ends_the_whole_tree_and_keeps_the_output() throws Exception {
        var answer = new AtomicReference<ToolOutput>();
        var stillInterrupted = new AtomicReference<Boolean>();
        // One in the group, one in a group of its own, one in a session of its own, one whose parent has ended.
        var script = """
            echo begun
            sleep 1000 & echo $! > a
            (set -m; sleep 1000 & echo $! > b; wait) &
            (setsid sleep 1000 & echo $! > c; wait) &
            (sleep 1000 & echo $! > d) &
            (trap '' TERM; echo $BASHPID > e; while true; do sleep 1000; done) &
            until [ -s a ] && [ -s b ] && [ -s c ] && [ -s d ] && [ -s e ]; do sleep 0.01; done
            touch ready
            wait
            """;
        var caller = Thread.ofVirtual().start(() -> {
            try {
                answer.set(bash(script));
                stillInterrupted.set(Thread.currentThread().isInterrupted());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await(folder.resolve("ready"));

        caller.interrupt();
        caller.join();

        assertThat(answer.get().isError()).isTrue();
        assertThat(Workbench.text(answer.get())).isEqualTo("begun\n\n\nCommand aborted");
        assertThat(stillInterrupted.get()).isTrue();
        for (var name : new String[] {"a", "b", "c", "d", "e"}) {
            Await.until("process " + name + " has ended", () -> !isAlive(pid(name)));
        }
    }

    @Test
    void an_interrupted_caller_starts_nothing() throws Exception {
        Thread.currentThread().interrupt();

        var output = bash("touch started");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(Workbench.text(output)).isEqualTo("Command aborted");
        assertThat(Files.exists(folder.resolve("started"))).isFalse();
    }

    @Test
    void a_background_process_that_holds_the_output_open_is_not_waited_for() throws Exception {
        var output = bash("echo done; sleep 1000 & echo $! > child");

        assertThat(Workbench.text(output)).isEqualTo("done\n");
        assertThat(isAlive(pid("child"))).isTrue();
        ProcessHandle.of(pid("child")).orElseThrow().destroyForcibly();
    }

    @Test
    void a_background_process_that_never_stops_writing_is_not_waited_for() throws Exception {
        var output = bash("echo done; yes & echo $! > child");
        ProcessHandle.of(pid("child")).orElseThrow().destroyForcibly();

        assertThat(output.isError()).isFalse();
        assertThat(((JsonObject) output.structuredContent()).string("output")).startsWith("done\n");
    }

    @Test
    void a_background_process_can_go_on_writing_after_the_call() throws Exception {
        bash("(sleep 0.5; echo late; echo survived > survived) &");

        await(folder.resolve("survived"));
        assertThat(bench.content("survived")).isEqualTo("survived\n");
    }

    @Test
    void what_a_helper_of_the_shell_writes_last_is_not_lost() throws Exception {
        assertThat(Workbench.text(bash("echo hidden > >(sed s/hidden/shown/)"))).isEqualTo("shown\n");
    }

    @Test
    void of_long_output_the_last_lines_are_shown_and_all_of_it_is_kept() throws Exception {
        var output = bash("seq 1 5000");

        var text = Workbench.text(output);
        assertThat(text).startsWith("3001\n").contains("\n5000\n\n[").contains("lines 3001-5000 of 5000");
        var file = Path.of(Workbench.details(output).string("fullOutputPath"));
        assertThat(text).contains("Full output: " + file);
        assertThat(Files.readString(file))
                .isEqualTo(
                        IntStream.rangeClosed(1, 5000).mapToObj(i -> i + "\n").collect(Collectors.joining()));
        assertThat(file.getFileName().toString()).matches("pawl-bash-[0-9a-f]{16}\\.log");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        var truncation = Workbench.details(output).object("truncation");
        assertThat(truncation.integer("totalLines", 0)).isEqualTo(5000);
        assertThat(truncation.integer("outputLines", 0)).isEqualTo(2000);
        assertThat(((JsonObject) output.structuredContent()).string("full_output_path"))
                .isEqualTo(file.toString());
    }

    @Test
    void of_one_endless_line_the_end_is_shown() throws Exception {
        var output = bash("head -c 100000 /dev/zero | tr '\\0' x; printf end");

        assertThat(Workbench.text(output))
                .contains("xend\n\n[")
                .contains("[Showing last 50.0KB of line 1 (line is 97.7KB). Full output: ");
    }

    @Test
    void a_flood_of_output_is_kept_whole_in_the_file_and_in_part_in_memory() throws Exception {
        var output = bash("seq 1 400000");

        var file = Path.of(Workbench.details(output).string("fullOutputPath"));
        var all = IntStream.rangeClosed(1, 400_000).mapToObj(i -> i + "\n").collect(Collectors.joining());
        assertThat(Files.readString(file)).isEqualTo(all);
        var structured = (JsonObject) output.structuredContent();
        assertThat(structured.bool("truncated", false)).isTrue();
        assertThat(structured.string("output"))
                .startsWith(all.substring(0, 512 * 1024))
                .endsWith(all.substring(all.length() - 512 * 1024))
                .contains((all.length() - 1024 * 1024) + " bytes left out");
    }

    @Test
    void output_is_shown_while_it_comes_beginning_with_nothing() throws Exception {
        var reader = Thread.startVirtualThread(() -> {
            try {
                for (var shown : List.of("one", "one\ntwo")) {
                    Await.until(
                            "it is shown",
                            () -> bench.ctx.updates().stream()
                                    .anyMatch(update -> Workbench.text(update).equals(shown + "\n")));
                    Files.createFile(folder.resolve(shown.replace("\n", "-")));
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        bash("echo one; until [ -e one ]; do sleep 0.01; done; echo two; until [ -e one-two ]; do sleep 0.01; done");
        reader.join();

        var updates = bench.ctx.updates();
        assertThat(updates.getFirst().content()).isEmpty();
        assertThat(updates.stream().map(Workbench::text)).contains("one\n", "one\ntwo\n");
    }

    @Test
    void updates_are_few_however_much_is_written() throws Exception {
        var output = bash("for i in $(seq 1 3000); do echo $i; done");

        assertThat(bench.ctx.updates()).hasSizeLessThan(500);
        var last = bench.ctx.updates().getLast();
        assertThat(Workbench.text(last)).endsWith("3000");
        assertThat(Workbench.details(last).string("fullOutputPath"))
                .isEqualTo(Workbench.details(output).string("fullOutputPath"));
    }

    @Test
    void commands_know_their_session() throws Exception {
        bench.ctx.sessionFile(Path.of("/sessions/a.jsonl"));

        assertThat(Workbench.text(bash("env | grep ^PI_ | sort"))).isEqualTo("""
            PI_MODEL=paper-1
            PI_PROVIDER=paper
            PI_REASONING_LEVEL=high
            PI_SESSION_FILE=/sessions/a.jsonl
            PI_SESSION_ID=session-1
            """);
    }

    @Test
    void what_an_outer_agent_says_of_its_session_is_forgotten() throws Exception {
        var environment = new HashMap<>(System.getenv());
        for (var name : new String[] {"ID", "FILE"}) {
            environment.put("PI_SESSION_" + name, "outer");
        }
        bench = prepared(new Workbench(folder, environment));

        assertThat(Workbench.text(bash("echo $PI_SESSION_ID ${PI_SESSION_FILE-unset}")))
                .isEqualTo("session-1 unset\n");
        var secret = new BashOptions(null, null, null, UnaryOperator.identity(), false);
        assertThat(Workbench.text(bash(secret, "echo ${PI_SESSION_ID-unset} ${PI_MODEL-unset}")))
                .isEqualTo("unset unset\n");
        assertThat(bench.tools.bash(Path.of(""), secret).traits().promptGuidelines())
                .isEmpty();
    }

    @Test
    void a_spawn_hook_sees_the_whole_command_and_may_change_it() throws Exception {
        var seen = new AtomicReference<SpawnRequest>();
        Files.createDirectory(folder.resolve("elsewhere"));
        var options = options(null, "shopt -s extglob", null, request -> {
            seen.set(request);
            return request.withCommand(request.command() + "; pwd; echo $ADDED")
                    .withCwd(Path.of("elsewhere"))
                    .withVariable("ADDED", "by hook");
        });

        var output = bash(options, "echo hello");

        assertThat(seen.get().command()).isEqualTo("shopt -s extglob\necho hello");
        assertThat(seen.get().cwd()).isEqualTo(folder);
        assertThat(seen.get().environment()).containsEntry("PI_SESSION_ID", "session-1");
        assertThat(Workbench.text(output))
                .isEqualTo("hello\n" + folder.resolve("elsewhere").toRealPath() + "\nby hook\n");
    }

    @Test
    void what_is_authorised_is_what_runs() throws Exception {
        var environment = new HashMap<>(Map.of("PATH", System.getenv("PATH"), "CHANGED", "1", "GONE", "1"));
        bench = prepared(new Workbench(folder, environment));
        var held = new AtomicReference<Map<String, String>>();
        var options = options(null, null, null, request -> {
            var variables = new HashMap<>(request.environment());
            variables.put("CHANGED", "2");
            variables.remove("GONE");
            held.set(variables);
            return new SpawnRequest("echo $CHANGED ${GONE-none}", request.cwd(), variables);
        });
        var executor = (BashExecutor) bench.tools.bash(folder, options).executor();

        var prepared = executor.prepare(
                JsonObject.of("command", "echo original"),
                bench.ctx,
                request -> request.withCommand(request.command() + " last"));
        held.get().put("CHANGED", "behind your back");

        assertThat(prepared.request().command()).isEqualTo("echo $CHANGED ${GONE-none} last");
        assertThat(prepared.request().cwd()).isEqualTo(folder);
        assertThat(prepared.changedEnvironment())
                .containsExactlyInAnyOrder(
                        "CHANGED", "GONE", "PI_SESSION_ID", "PI_PROVIDER", "PI_MODEL", "PI_REASONING_LEVEL");
        assertThat(Workbench.text(prepared.run(bench.ctx))).isEqualTo("2 none last\n");
    }

    @Test
    void a_spawn_hook_that_fails_starts_nothing() {
        assertThatThrownBy(() -> bash(
                        options(null, null, null, _ -> {
                            throw new IllegalStateException("not today");
                        }),
                        "touch started"))
                .hasMessage("not today");
        assertThatThrownBy(() -> bash(options(null, null, null, _ -> null), "touch started"))
                .hasMessageContaining("null");
        assertThat(Files.exists(folder.resolve("started"))).isFalse();
    }

    @Test
    void another_shell_can_be_chosen() throws Exception {
        assertThat(Workbench.text(bash(
                        options(null, null, "/bin/sh", UnaryOperator.identity()), "echo ${BASH_VERSION-no bash}$0")))
                .contains("/bin/sh");
        assertThatThrownBy(() -> bash(options(null, null, "/no/shell", UnaryOperator.identity()), "true"))
                .hasMessageContaining("/no/shell")
                .hasMessageContaining("shellPath");
    }

    @Test
    void a_directory_that_is_gone_is_reported() throws Exception {
        var gone = Files.createDirectory(folder.resolve("gone"));
        var tool = bench.tools.bash(gone, Workbench.PLAIN);
        Files.delete(gone);

        assertThatThrownBy(() -> tool.executor().execute(JsonObject.of("command", "true"), bench.ctx))
                .hasMessageContaining(gone.toString())
                .hasMessageContaining("does not exist");
    }

    @Test
    void commands_may_be_longer_than_an_argument() throws Exception {
        var text = "ä".repeat(200_000);

        var output = bash("cat > long.txt <<'END'\n" + text + "\nEND\nwc -c < long.txt");

        assertThat(Workbench.text(output).strip()).isEqualTo("400001");
        assertThat(bench.content("long.txt")).isEqualTo(text + "\n");
    }

    @Test
    void a_long_command_that_cannot_be_written_is_not_run_and_a_saved_output_is_not_promised() throws Exception {
        var disk = Files.createDirectory(folder.resolve("disk"));
        var mounted = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString())
                .redirectErrorStream(true)
                .start();
        Needed.orSkip(mounted.waitFor() == 0, "mounting needs privileges");
        try {
            var tool = new LocalTools(System.getenv(), folder, disk).bash(folder, Workbench.PLAIN);
            var command = "touch ran; echo " + "x".repeat(200_000);
            assertThatThrownBy(() -> tool.executor().execute(JsonObject.of("command", command), bench.ctx))
                    .hasMessageContaining("the command was not run")
                    .hasMessageContaining("ENOSPC");
            assertThat(folder.resolve("ran")).doesNotExist();

            var output = tool.executor().execute(JsonObject.of("command", "seq 1 100000"), bench.ctx);
            assertThat(Workbench.text(output)).contains("could not be saved");
            assertThat(String.valueOf(output.structuredContent())).doesNotContain("full_output_path");
        } finally {
            new ProcessBuilder("umount", "-l", disk.toString()).start().waitFor();
        }
    }

    @Test
    void commands_and_output_may_be_in_any_script() throws Exception {
        assertThat(Workbench.text(bash("echo 'größe 日本語 😀'"))).isEqualTo("größe 日本語 😀\n");
        assertThatThrownBy(() -> bash("echo \0")).hasMessageContaining("NUL");
    }

    @Test
    void without_setsid_children_are_ended_too() throws Exception {
        // Only perl makes a session here, and then nothing does.
        for (var programs : new String[][] {{"perl", "sleep"}, {"sleep"}}) {
            var bin = Files.createTempDirectory(folder, "bin");
            for (var program : programs) {
                var script =
                        Files.writeString(bin.resolve(program), "#!/bin/sh\nexec /usr/bin/" + program + " \"$@\"\n");
                Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
            }
            bench = prepared(new Workbench(folder, Map.of("PATH", bin.toString())));

            var output = timedOut("sleep 1000 & echo $! > child; sleep 1000", "child");

            assertThat(Workbench.text(output)).contains("timed out");
            assertThat(isAlive(pid("child"))).isFalse();
        }
    }

    @Test
    void all_commands_can_be_ended_at_once() throws Exception {
        var answer = new AtomicReference<ToolOutput>();
        var caller = Thread.ofVirtual().start(() -> {
            try {
                answer.set(bash("trap '' TERM HUP; sleep 1000 & echo $! > child; touch ready; wait"));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        await(folder.resolve("ready"));

        bench.tools.killAll();
        caller.join();

        assertThat(Workbench.text(answer.get())).endsWith("Command exited with code 137");
        assertThat(isAlive(pid("child"))).isFalse();
    }

    @Test
    void operations_of_a_hook_run_the_command_elsewhere() throws Exception {
        var seen = new AtomicReference<BashOperations.Options>();
        BashOperations elsewhere = (command, cwd, options, output) -> {
            seen.set(options);
            output.accept(("far away: " + command + " in " + cwd + "\n").getBytes(UTF_8));
            return 0;
        };

        var output = bash(options(elsewhere, null, null, UnaryOperator.identity()), "ls");

        assertThat(Workbench.text(output)).isEqualTo("far away: ls in " + folder + "\n");
        assertThat(seen.get().environment()).containsEntry("PI_MODEL", "paper-1");
    }

    @Test
    void operations_of_a_hook_tell_in_words_how_they_ended() throws Exception {
        assertThat(Workbench.text(failing(new IOException("timeout:7"), "some")))
                .isEqualTo("some\n\nCommand timed out after 7 seconds");
        assertThat(Workbench.text(failing(new IOException("aborted"), ""))).isEqualTo("Command aborted");
        assertThat(Workbench.text(failing(new IOException("line went dead"), "some")))
                .isEqualTo("some\n\nCommand failed: line went dead");
        assertThatThrownBy(() -> failing(new IOException("no route"), "")).hasMessage("no route");
        BashOperations killed = (_, _, _, _) -> null;
        assertThat(Workbench.text(bash(options(killed, null, null, UnaryOperator.identity()), "x")))
                .isEqualTo("Command ended without an exit code");
    }

    private ToolOutput failing(IOException problem, String before) throws Exception {
        BashOperations operations = (_, _, _, output) -> {
            output.accept(before.getBytes(UTF_8));
            throw problem;
        };
        return bash(options(operations, null, null, UnaryOperator.identity()), "x");
    }

    private long pid(String file) throws IOException {
        return Long.parseLong(bench.content(file).strip());
    }

    /** A process that has ended but whose parent has not asked for its exit code yet is not alive. */
    private static boolean isAlive(long pid) throws IOException {
        var status = Path.of("/proc/" + pid + "/status");
        return Files.exists(status) && !Files.readString(status).contains("State:\tZ");
    }

    private static void await(Path file) throws InterruptedException {
        Await.until(file + " exists", () -> Files.exists(file));
    }
}
