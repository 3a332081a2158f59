package dev.pawl.tools.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.BashResult;
import dev.pawl.machine.Await;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class UserShellTest {
    @TempDir
    Path folder;

    private LocalTools tools;

    @BeforeEach
    void prepare() {
        var environment = new HashMap<>(System.getenv());
        environment.put("PI_SESSION_ID", "outer");
        tools = new LocalTools(environment, folder, folder);
    }

    private BashResult run(String command) throws IOException {
        return tools.userShell(null, null, null).run(command, folder, Map.of(), null, _ -> {});
    }

    @Test
    void a_command_comes_to_its_output_and_exit_code() throws IOException {
        assertThat(run("echo hello; exit 4")).isEqualTo(new BashResult("hello\n", 4, false, false, null));
        assertThat(run("echo ${PI_SESSION_ID-unset}").output()).isEqualTo("unset\n");
    }

    @Test
    void colours_and_control_characters_are_left_out() throws IOException {
        assertThat(run("printf '\\033[31mred\\033[0m\\r\\n\\033]0;title\\007\\001bell\\007 ok'")
                        .output())
                .isEqualTo("red\nbell ok");
    }

    @Test
    void the_prefix_comes_first() throws IOException {
        var shell = tools.userShell("greeting=hi", null, null);

        assertThat(shell.run("echo $greeting", folder, Map.of(), null, _ -> {}).output())
                .isEqualTo("hi\n");
    }

    @Test
    void output_is_shown_as_it_comes() throws IOException {
        var shown = new ConcurrentLinkedQueue<String>();

        tools.userShell(null, null, null).run("echo one; echo two", folder, Map.of(), null, shown::add);

        assertThat(String.join("", shown)).isEqualTo("one\ntwo\n");
    }

    @Test
    void of_long_output_the_end_is_reported_and_all_of_it_kept() throws IOException {
        var result = run("seq 1 5000");

        assertThat(result.truncated()).isTrue();
        assertThat(result.output()).startsWith("3001\n").endsWith("\n5000");
        assertThat(Files.readAllLines(Path.of(result.fullOutputPath()))).hasSize(5000);
    }

    @Test
    void an_interruption_keeps_what_came_until_then() throws Exception {
        var result = new AtomicReference<BashResult>();
        var caller = Thread.ofVirtual().start(() -> {
            try {
                result.set(run("echo begun; touch ready; sleep 1000"));
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        Await.until("the command runs", () -> Files.exists(folder.resolve("ready")));

        caller.interrupt();
        caller.join();

        assertThat(result.get()).isEqualTo(new BashResult("begun\n", null, true, false, null));
    }

    @Test
    void a_hook_may_run_it_elsewhere() throws IOException {
        BashOperations elsewhere = (command, _, _, output) -> {
            output.accept("\u001B[1mfar ".getBytes(UTF_8));
            output.accept(command.getBytes(UTF_8));
            return null;
        };

        assertThat(tools.userShell("first", null, null).run("then", folder, Map.of(), elsewhere, _ -> {}))
                .isEqualTo(new BashResult("far first\nthen", null, false, false, null));
    }

    @Test
    void what_cannot_be_started_is_reported() {
        assertThatThrownBy(() -> tools.userShell(null, "/no/shell", null).run("true", folder, Map.of(), null, _ -> {}))
                .hasMessageContaining("/no/shell");
    }
}
