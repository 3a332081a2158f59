package dev.pawl.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Needed;
import dev.pawl.machine.SmallDisk;
import dev.pawl.tools.file.FileExecutor;
import dev.pawl.tools.file.FileTarget;
import dev.pawl.tools.text.ToolFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools open exactly the file that was found for their call, whatever is put in its place afterwards. */
class TargetTest {
    @TempDir
    Path folder;

    private Workbench bench;

    @BeforeEach
    void prepare() throws IOException {
        folder = folder.toRealPath();
        bench = new Workbench(folder);
        Files.createDirectory(folder.resolve("home"));
    }

    private Path found(String tool, String path) throws Exception {
        return executor(tool).target(arguments(tool, path), folder).path();
    }

    private FileExecutor executor(String tool) {
        return (FileExecutor) bench.tool(tool).executor();
    }

    private static JsonObject arguments(String tool, String path) {
        return switch (tool) {
            case "write" -> JsonObject.of("path", path, "content", "new");
            case "edit" -> JsonObject.of("path", path, "oldText", "old").with("newText", "new");
            case "grep" -> JsonObject.of("path", path, "pattern", "secret|old");
            case "find" -> JsonObject.of("path", path, "pattern", "*");
            default -> JsonObject.of("path", path);
        };
    }

    /** What a call answers when something happens between the gate and the tool. */
    private String afterwards(String tool, String path, Exchange exchange) throws Exception {
        var target = executor(tool).target(arguments(tool, path), folder);
        exchange.run();
        return Workbench.text(executor(tool).execute(arguments(tool, path), bench.ctx, target));
    }

    private interface Exchange {
        void run() throws Exception;
    }

    @ParameterizedTest
    @CsvSource({
        "@.env, .env",
        "./sub/../.env, .env",
        "link, .env",
        "chain, .env",
        "linked/a.txt, real/a.txt",
        "linked/new.txt, real/new.txt",
        "linked/deep/er/new.txt, real/deep/er/new.txt",
        "dangling, real/not-there",
        "@~/notes, home/notes",
        "~root/x, ~root/x",
        "real/, real",
        "real/a.txt/, real/a.txt",
        "'real/a\u00a0b', 'real/a b'",
    })
    void a_path_is_found_by_its_real_name(String written, String real) throws Exception {
        bench.file(".env", "secret");
        bench.file("real/a.txt", "old");
        Files.createSymbolicLink(folder.resolve("link"), Path.of(".env"));
        Files.createSymbolicLink(folder.resolve("chain"), folder.resolve("link"));
        Files.createSymbolicLink(folder.resolve("linked"), Path.of("real"));
        Files.createSymbolicLink(folder.resolve("dangling"), Path.of("linked/not-there"));

        for (var tool : new String[] {"read", "write", "edit", "grep", "find", "ls"}) {
            assertThat(found(tool, written)).as(tool).isEqualTo(folder.resolve(real));
        }
    }

    @Test
    void what_the_process_sees_of_itself_is_found_under_its_number() throws Exception {
        Needed.orSkip(Files.exists(Path.of("/proc/self")), "there is no /proc/self");
        var self = Path.of("/proc/" + ProcessHandle.current().pid());

        assertThat(found("read", "/proc/self/environ")).isEqualTo(self.resolve("environ"));
        assertThat(found("read", "/proc/self/root" + bench.file(".env", "x"))).isEqualTo(folder.resolve(".env"));
        assertThat(found("write", "/proc/self/cwd/x"))
                .isEqualTo(Path.of("").toAbsolutePath().toRealPath().resolve("x"));
    }

    @Test
    void a_file_system_that_takes_any_case_shows_the_case_it_keeps() throws Exception {
        var disk = Files.createDirectory(folder.resolve("disk"));
        Needed.orSkip(
                SmallDisk.run("mount", "-t", "tmpfs", "-o", "casefold", "tmpfs", disk.toString()),
                "mounting a disk that takes any case is not possible");
        try {
            var any = Files.createDirectory(disk.resolve("any"));
            Needed.orSkip(SmallDisk.run("chattr", "+F", any.toString()), "chattr +F is not possible");
            Files.writeString(any.resolve(".env"), "secret");

            assertThat(found("write", "disk/any/.ENV")).isEqualTo(any.resolve(".env"));
            assertThat(afterwards("write", "disk/any/.Env", () -> {})).contains("Wrote");
            assertThat(any.resolve(".env")).hasContent("new");
        } finally {
            SmallDisk.run("umount", "-l", disk.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write", "edit"})
    void a_file_that_is_exchanged_for_a_link_is_not_opened(String tool) throws Exception {
        bench.file(".env", "old secret");
        var innocent = bench.file("innocent.txt", "old");

        assertThatThrownBy(() -> afterwards(tool, "innocent.txt", () -> {
                    Files.delete(innocent);
                    Files.createSymbolicLink(innocent, Path.of(".env"));
                }))
                .hasMessageContaining("after the call was authorised");
        assertThat(bench.content(".env")).isEqualTo("old secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write", "edit"})
    void a_link_that_is_turned_elsewhere_still_means_what_it_meant(String tool) throws Exception {
        bench.file(".env", "old secret");
        bench.file("a.txt", "old");
        var link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a.txt"));

        var answer = afterwards(tool, "link", () -> {
            Files.delete(link);
            Files.createSymbolicLink(link, Path.of(".env"));
        });

        assertThat(answer).doesNotContain("secret");
        assertThat(bench.content(".env")).isEqualTo("old secret");
        assertThat(bench.content("a.txt")).isEqualTo(tool.equals("read") ? "old" : "new");
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write", "edit", "grep", "find", "ls"})
    void a_directory_above_that_is_exchanged_for_a_link_is_not_entered(String tool) throws Exception {
        bench.file("secrets/sub/a.txt", "old secret");
        bench.file("plain/sub/a.txt", "old");
        boolean file = !tool.equals("ls") && !tool.equals("find");

        assertThatThrownBy(() -> afterwards(tool, file ? "plain/sub/a.txt" : "plain/sub", () -> {
                    Files.move(folder.resolve("plain"), folder.resolve("away"));
                    Files.createSymbolicLink(folder.resolve("plain"), Path.of("secrets"));
                }))
                .hasMessageContaining("after the call was authorised");
        assertThat(bench.content("secrets/sub/a.txt")).isEqualTo("old secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"grep", "find", "ls"})
    void a_directory_that_is_exchanged_for_a_link_is_not_searched(String tool) throws Exception {
        bench.file("secrets/a.txt", "secret");
        bench.file("plain/a.txt", "old");

        assertThatThrownBy(() -> afterwards(tool, "plain", () -> {
                    Files.move(folder.resolve("plain"), folder.resolve("away"));
                    Files.createSymbolicLink(folder.resolve("plain"), Path.of("secrets"));
                }))
                .hasMessageContaining("after the call was authorised");
    }

    @Test
    void a_new_file_is_not_made_through_a_link_that_appeared() throws Exception {
        bench.file("plain/a.txt", "old");
        Files.createDirectory(folder.resolve("secrets"));

        assertThatThrownBy(() -> afterwards(
                        "write",
                        "plain/new.txt",
                        () -> Files.createSymbolicLink(folder.resolve("plain/new.txt"), Path.of("../secrets/x"))))
                .hasMessageContaining("after the call was authorised");
        assertThatThrownBy(() -> afterwards(
                        "write",
                        "plain/deep/new.txt",
                        () -> Files.createSymbolicLink(folder.resolve("plain/deep"), Path.of("../secrets"))))
                .hasMessageContaining("cannot write");
        assertThatThrownBy(() -> afterwards("write", "plain/other.txt", () -> {
                    Files.move(folder.resolve("plain"), folder.resolve("away"));
                    Files.createSymbolicLink(folder.resolve("plain"), Path.of("secrets"));
                }))
                .hasMessageContaining("after the call was authorised");
        assertThat(folder.resolve("secrets")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "write", "edit"})
    void a_file_that_is_exchanged_for_another_name_of_a_secret_is_not_opened(String tool) throws Exception {
        var secret = bench.file(".env", "old secret");
        var innocent = bench.file("innocent.txt", "old");

        assertThatThrownBy(() -> afterwards(tool, "innocent.txt", () -> {
                    Files.delete(innocent);
                    Files.createLink(innocent, secret);
                }))
                .hasMessageContaining("after the call was authorised");
        assertThat(bench.content(".env")).isEqualTo("old secret");
    }

    @Test
    void a_file_with_several_names_says_so() throws Exception {
        Files.createLink(folder.resolve("other"), bench.file("one", "old"));

        var shown =
                executor("write").target(arguments("write", "other"), folder).shown();

        assertThat(shown.hasOtherNames()).isTrue();
        assertThat(shown.names()).isEqualTo(2);
        assertThat(executor("write")
                        .target(arguments("write", "new"), folder)
                        .shown()
                        .exists())
                .isFalse();
    }

    @Test
    void a_hard_link_is_not_remembered_as_a_file_of_the_program() throws Exception {
        var secret = bench.file(".env", "old secret");
        var innocent = bench.file("innocent.txt", "old");
        var target = executor("write").target(arguments("write", "innocent.txt"), folder);

        // The program changes the file, and by the time it looks again something else is in its place.
        bench.tools.alone(
                innocent,
                () -> Files.move(
                        Files.createLink(folder.resolve("l"), secret), innocent, StandardCopyOption.REPLACE_EXISTING));

        assertThatThrownBy(() -> executor("write").execute(arguments("write", "innocent.txt"), bench.ctx, target))
                .hasMessageContaining("after the call was authorised");
        assertThat(bench.content(".env")).isEqualTo("old secret");
    }

    @Test
    void a_file_that_another_call_of_the_program_wrote_meanwhile_is_still_the_same() throws Exception {
        bench.file("a.txt", "old older");
        var second = executor("edit").target(arguments("edit", "a.txt"), folder);
        var read = executor("read").target(arguments("read", "made.txt"), folder);
        var grep = executor("grep").target(arguments("grep", "a.txt"), folder);

        bench.run("edit", "{\"path\":\"a.txt\",\"oldText\":\"older\",\"newText\":\"newer\"}");
        bench.run("write", "{\"path\":\"made.txt\",\"content\":\"made\"}");

        assertThat(Workbench.text(executor("grep").execute(arguments("grep", "a.txt"), bench.ctx, grep)))
                .contains("old newer");
        executor("edit").execute(arguments("edit", "a.txt"), bench.ctx, second);
        assertThat(bench.content("a.txt")).isEqualTo("new newer");
        assertThat(Workbench.text(executor("read").execute(arguments("read", "made.txt"), bench.ctx, read)))
                .isEqualTo("made");
    }

    @Test
    void a_failed_call_does_not_vouch_for_what_was_put_in_place() throws Exception {
        var secret = bench.file(".env", "old secret");
        var innocent = bench.file("innocent.txt", "old");
        var first = executor("write").target(arguments("write", "innocent.txt"), folder);
        var second = executor("write").target(arguments("write", "innocent.txt"), folder);
        Files.move(Files.createLink(folder.resolve("l"), secret), innocent, StandardCopyOption.REPLACE_EXISTING);

        for (var target : new FileTarget[] {first, second}) {
            assertThatThrownBy(() -> executor("write").execute(arguments("write", "innocent.txt"), bench.ctx, target))
                    .hasMessageContaining("after the call was authorised");
        }
        assertThat(bench.content(".env")).isEqualTo("old secret");
    }

    /** A process that exchanges files and links without a pause, against a gate that goes by what is shown. */
    @ParameterizedTest
    @CsvSource({
        "plain, ln -s .env l; mv -fT l plain; echo old > f; mv -fT f plain",
        "plain, ln .env l; mv -fT l plain; echo old > f; mv -fT f plain",
        "dir/a.txt, mv -T dir away; ln -s secrets dir; rm dir; mv -T away dir",
    })
    void a_process_that_never_stops_exchanging_files_does_not_win(String path, String exchange) throws Exception {
        bench.file(".env", "old secret");
        bench.file("secrets/a.txt", "old secret");
        bench.file("dir/a.txt", "old");
        var attacker = new ProcessBuilder("/bin/sh", "-c", "while [ ! -e stop ]; do " + exchange + "; done")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            for (int i = 0; i < 300; i++) {
                for (var tool : new String[] {"read", "write", "edit"}) {
                    attempt(tool, path);
                }
            }
        } finally {
            // A shell that is killed leaves behind what it runs just then.
            bench.file("stop", "");
            attacker.waitFor();
        }
        assertThat(bench.content(".env")).isEqualTo("old secret");
        assertThat(bench.content("secrets/a.txt")).isEqualTo("old secret");
    }

    private void attempt(String tool, String path) throws Exception {
        var target = executor(tool).target(arguments(tool, path), folder);
        if (target.path().endsWith(".env")
                || target.path().startsWith(folder.resolve("secrets"))
                || target.shown().hasOtherNames()) {
            return; // The gate says no.
        }
        try {
            assertThat(Workbench.text(executor(tool).execute(arguments(tool, path), bench.ctx, target)))
                    .doesNotContain("secret");
        } catch (ToolFailure e) {
            // As it should be where something was exchanged.
        }
    }

    @Test
    void a_search_does_not_leave_its_directory_by_links() throws Exception {
        for (var environment : new String[] {"with programs", "bare"}) {
            var tools = environment.equals("bare") ? new Workbench(folder, Workbench.bare()) : bench;
            bench.file("outside/secret.txt", "secret");
            bench.file("inside/a.txt", "plain");
            Files.deleteIfExists(folder.resolve("inside/way-out"));
            Files.deleteIfExists(folder.resolve("inside/file-out"));
            Files.createSymbolicLink(folder.resolve("inside/way-out"), Path.of("../outside"));
            Files.createSymbolicLink(folder.resolve("inside/file-out"), Path.of("../outside/secret.txt"));

            assertThat(tools.text("grep", "{\"path\":\"inside\",\"pattern\":\"secret\"}"))
                    .isEqualTo("No matches found");
            assertThat(tools.text("find", "{\"path\":\"inside\",\"pattern\":\"*.txt\"}"))
                    .isEqualTo("a.txt");
        }
    }
}
