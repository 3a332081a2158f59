package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.machine.Deep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecTest {
    @TempDir
    Path dir;

    private interface Running {
        ExecResult with(HookContext ctx) throws Exception;
    }

    /** What a program that a hook's command runs comes to. */
    private ExecResult ran(Running running) throws Exception {
        var result = new AtomicReference<ExecResult>();
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.command("run", "", ctx -> {
                    result.set(running.with(ctx));
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("/run");
            assertThat(it.errors()).isEmpty();
        }
        return Objects.requireNonNull(result.get());
    }

    @Test
    void a_program_runs_in_the_folder_of_the_session_and_no_shell_reads_its_arguments() throws Exception {
        var result = ran(ctx -> ctx.project().exec("sh", "-c", "pwd; echo \"$0\" >&2; exit 4", "$HOME; *"));
        assertThat(result.stdout()).isEqualTo(dir.resolve("work").toRealPath() + "\n");
        assertThat(result.stderr()).isEqualTo("$HOME; *\n");
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.killed()).isFalse();
    }

    @Test
    void a_program_that_is_not_there_is_a_result_with_the_reason() throws Exception {
        var result = ran(ctx -> ctx.project().exec("no-such-program-anywhere"));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.stderr()).contains("no-such-program-anywhere");
        assertThat(result.stdout()).isEmpty();
    }

    @Test
    void a_program_that_takes_too_long_is_ended() throws Exception {
        var result =
                ran(ctx -> ctx.project().exec(ExecOptions.DEFAULT.withTimeout(Duration.ofMillis(200)), "sleep", "600"));
        assertThat(result.killed()).isTrue();
    }

    @Test
    void a_program_that_says_too_much_is_cut_off_and_ended() throws Exception {
        var result = ran(ctx -> ctx.project()
                .exec(ExecOptions.DEFAULT.withMaxBuffer(10), "sh", "-c", "while :; do echo 0123456789abcdef; done"));
        assertThat(result.stdout()).isEqualTo("0123456789");
        assertThat(result.truncated()).isTrue();
        assertThat(result.killed()).isTrue();
        assertThat(result.code()).isNotZero();
    }

    @Test
    @Deep
    void a_program_that_says_too_much_and_does_not_want_to_end_is_ended_all_the_same() throws Exception {
        var result = ran(ctx -> ctx.project()
                .exec(
                        ExecOptions.DEFAULT.withMaxBuffer(10),
                        "sh",
                        "-c",
                        "trap '' TERM PIPE; while :; do echo 12345678; done"));
        assertThat(result.truncated()).isTrue();
        assertThat(result.killed()).isTrue();
    }

    @Test
    void a_character_that_a_program_leaves_unfinished_is_shown_as_such_and_one_that_was_cut_is_left_out()
            throws Exception {
        assertThat(ran(ctx -> ctx.project().exec("printf", "a\\303")).stdout()).isEqualTo("a\uFFFD");
        assertThat(ran(ctx -> ctx.project().exec(ExecOptions.DEFAULT.withMaxBuffer(2), "printf", "a\\303\\244b"))
                        .stdout())
                .isEqualTo("a");
    }

    @Test
    void a_program_may_run_elsewhere() throws Exception {
        var elsewhere = Files.createDirectories(dir.resolve("elsewhere"));
        var result = ran(ctx -> ctx.project().exec(ExecOptions.DEFAULT.in(elsewhere), "pwd"));
        assertThat(result.stdout().strip()).isEqualTo(elsewhere.toRealPath().toString());
    }
}
