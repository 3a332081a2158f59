package dev.pawl.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Needed;
import dev.pawl.tools.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadToolTest {
    @TempDir
    Path folder;

    private Workbench bench;

    @BeforeEach
    void prepare() {
        bench = new Workbench(folder);
    }

    private static String lines(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    }

    @Test
    void a_file_is_shown_as_it_is() throws Exception {
        bench.file("a.txt", "one\r\ntwo\n");

        var output = bench.run("read", "{\"path\":\"a.txt\"}");

        assertThat(Workbench.text(output)).isEqualTo("one\r\ntwo\n");
        assertThat(output.structuredContent()).isEqualTo("one\r\ntwo\n");
        assertThat(output.details()).isNull();
        assertThat(output.isError()).isFalse();
    }

    @Test
    void an_offset_beyond_the_end_is_reported_with_the_number_of_lines() throws Exception {
        bench.file("a.txt", lines(10));

        assertThatThrownBy(() -> bench.run("read", "{\"path\":\"a.txt\",\"offset\":11}"))
                .hasMessageContaining("Offset 11")
                .hasMessageContaining("10 lines");
    }

    @Test
    void of_a_long_file_the_first_2000_lines_are_shown_and_how_to_go_on() throws Exception {
        bench.file("a.txt", lines(3000));

        var output = bench.run("read", "{\"path\":\"a.txt\"}");

        assertThat(Workbench.text(output))
                .contains("line 2000\n\n[")
                .doesNotContain("line 2001")
                .contains("lines 1-2000 of 3000", "offset=2001");
        var truncation = Workbench.details(output).object("truncation");
        assertThat(truncation.string("truncatedBy")).isEqualTo("lines");
        assertThat(truncation.integer("totalLines", 0)).isEqualTo(3000);
        assertThat(truncation.integer("outputLines", 0)).isEqualTo(2000);
        assertThat(bench.text("read", "{\"path\":\"a.txt\",\"offset\":2001}")).endsWith("line 3000\n");
    }

    @Test
    void of_wide_lines_no_more_than_50_kilobytes_are_shown() throws Exception {
        bench.file("a.txt", ("x".repeat(999) + "\n").repeat(100));

        var output = bench.run("read", "{\"path\":\"a.txt\",\"offset\":3}");

        assertThat(Workbench.text(output)).contains("lines 3-53 of 100 (50.0KB limit)", "offset=54");
        var truncation = Workbench.details(output).object("truncation");
        assertThat(truncation.string("truncatedBy")).isEqualTo("bytes");
        assertThat(truncation.integer("totalLines", 0)).isEqualTo(98);
        assertThat(truncation.integer("totalBytes", 0)).isEqualTo(98_000);
    }

    @Test
    void a_line_that_is_too_long_is_reported_with_its_size_and_how_to_see_it() throws Exception {
        bench.file("it's.txt", "short\n" + "x".repeat(60 * 1024) + "\n");

        var output = bench.run("read", "{\"path\":\"it's.txt\",\"offset\":2}");

        assertThat(Workbench.text(output)).contains("Line 2 is 60.0KB", "sed -n '2p' 'it'\\''s.txt' | head -c 51200");
        assertThat(Workbench.details(output).object("truncation").bool("firstLineExceedsLimit", false))
                .isTrue();
    }

    @Test
    void a_limit_shows_what_is_left() throws Exception {
        bench.file("a.txt", lines(100));

        assertThat(bench.text("read", "{\"path\":\"a.txt\",\"limit\":10}"))
                .startsWith("line 1\n")
                .contains("line 10\n\n[90 more lines", "offset=11")
                .doesNotContain("line 11");
        assertThat(bench.run("read", "{\"path\":\"a.txt\",\"limit\":10}").details())
                .isNull();
        assertThat(bench.text("read", "{\"path\":\"a.txt\",\"offset\":91,\"limit\":10}"))
                .isEqualTo(IntStream.rangeClosed(91, 100)
                        .mapToObj(i -> "line " + i + "\n")
                        .collect(Collectors.joining()));
    }

    @Test
    void an_empty_file_is_called_empty() throws Exception {
        bench.file("a.txt", "");

        assertThat(bench.text("read", "{\"path\":\"a.txt\"}")).isEqualTo("(empty file)");
    }

    @Test
    void a_missing_file_is_an_error_of_the_file_system() {
        assertThatThrownBy(() -> bench.run("read", "{\"path\":\"nothing.txt\"}"))
                .hasMessageContaining(folder.resolve("nothing.txt").toString())
                .hasMessageContaining("ENOENT");
    }

    @Test
    void a_directory_is_to_be_listed() {
        assertThatThrownBy(() -> bench.run("read", "{\"path\":\".\"}")).hasMessageContaining("EISDIR", "ls");
    }

    @Test
    void a_file_that_may_not_be_read_is_reported() throws Exception {
        Needed.orSkip(!"root".equals(System.getProperty("user.name")), "root may read everything");
        var file = bench.file("a.txt", "secret");
        Files.setPosixFilePermissions(file, java.util.Set.of());

        assertThatThrownBy(() -> bench.run("read", "{\"path\":\"a.txt\"}")).hasMessageContaining("EACCES");
    }

    @Test
    void binary_files_are_not_poured_out() throws Exception {
        bench.file("a.bin", new byte[] {1, 2, 0, 3});

        assertThatThrownBy(() -> bench.run("read", "{\"path\":\"a.bin\"}")).hasMessageContaining("NUL", "xxd");
    }

    @Test
    void links_in_a_circle_and_names_that_cannot_be_are_errors() throws Exception {
        Files.createSymbolicLink(folder.resolve("a"), Path.of("b"));
        Files.createSymbolicLink(folder.resolve("b"), Path.of("a"));

        assertThatThrownBy(() -> bench.run("read", "{\"path\":\"a\"}")).hasMessageContaining("ELOOP");
        assertThatThrownBy(() -> bench.run("read", JsonObject.of("path", "a\0b")))
                .hasMessageContaining("NUL");
        assertThatThrownBy(() -> bench.run("read", JsonObject.of("path", "x".repeat(5000))))
                .hasMessageContaining("ENAMETOOLONG");
        assertThatThrownBy(() -> bench.run("read", "{\"path\":5}")).hasMessageContaining("\"path\"");
    }

    @Test
    void a_pipe_does_not_make_it_wait() throws Exception {
        var pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> bench.run("read", "{\"path\":\"pipe\"}")).hasMessageContaining("regular file");
    }

    @Test
    void paths_are_read_as_people_and_models_write_them() throws Exception {
        bench.file("my file.txt", "spaces");
        bench.file("home/in-home.txt", "home");

        assertThat(bench.text("read", "{\"path\":\"@my\u00A0file.txt\"}")).isEqualTo("spaces");
        assertThat(bench.text("read", "{\"path\":\"~/in-home.txt\"}")).isEqualTo("home");
        assertThat(bench.text(
                        "read",
                        JsonObject.of("path", folder.resolve("my file.txt").toString())
                                .toString()))
                .isEqualTo("spaces");
    }

    @Test
    void names_that_macos_spells_differently_are_found() throws Exception {
        bench.file("Screenshot at 1.02.03\u202FPM.txt", "narrow");
        bench.file("re\u0301sume\u0301.txt", "decomposed");
        bench.file("it\u2019s.txt", "curly");
        bench.file("l\u2019e\u0301te\u0301.txt", "both");

        assertThat(bench.text("read", "{\"path\":\"Screenshot at 1.02.03 PM.txt\"}"))
                .isEqualTo("narrow");
        assertThat(bench.text("read", "{\"path\":\"r\u00E9sum\u00E9.txt\"}")).isEqualTo("decomposed");
        assertThat(bench.text("read", "{\"path\":\"it's.txt\"}")).isEqualTo("curly");
        assertThat(bench.text("read", "{\"path\":\"l'\u00E9t\u00E9.txt\"}")).isEqualTo("both");
    }

    @Test
    void the_place_of_the_session_comes_before_a_relative_one() throws Exception {
        bench.file("sub/a.txt", "below");

        var tool = bench.tools.read(Path.of("sub"), bench.tools.localFiles());

        assertThat(Workbench.text(tool.executor().execute(JsonObject.of("path", "a.txt"), bench.ctx)))
                .isEqualTo("below");
    }

    @Test
    void an_interrupted_read_says_that_it_was_aborted() throws IOException {
        bench.file("a.txt", "text");
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> bench.run("read", "{\"path\":\"a.txt\"}"))
                .isInstanceOf(InterruptedException.class)
                .hasMessage("Operation aborted");
    }
}
