package dev.pawl.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.Deep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Grep and find, each time with our own search and with the programs that are installed. */
class SearchToolsTest {
    @TempDir
    Path folder;

    private Workbench own;
    private Workbench programs;

    @BeforeEach
    void prepare() {
        own = new Workbench(folder, Workbench.bare());
        programs = new Workbench(folder);
    }

    /** Both ways must answer the same; without the programs these are two times the same way. */
    private ToolOutput run(String tool, String json) throws Exception {
        var output = own.run(tool, json);
        var other = programs.run(tool, json);
        assertThat(Workbench.text(other)).as("with programs").isEqualTo(Workbench.text(output));
        assertThat(other.details()).isEqualTo(output.details());
        return output;
    }

    private String text(String tool, String json) throws Exception {
        return Workbench.text(run(tool, json));
    }

    private void git(String... arguments) throws Exception {
        var command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        var git = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(git.waitFor()).isZero();
    }

    private void files(String... namesAndContents) throws IOException {
        for (int i = 0; i < namesAndContents.length; i += 2) {
            own.file(namesAndContents[i], namesAndContents[i + 1]);
        }
    }

    @Test
    void lines_are_found_with_path_and_number_in_the_order_of_paths() throws Exception {
        files(
                "b.txt", "no\nyes b\n",
                "a/z.txt", "yes z\r\n",
                "a.txt", "yes\nyes again",
                "a/b/c.txt", "yes c\n",
                ".hidden/x.txt", "yes hidden\n",
                "A.txt", "yes A\n");

        assertThat(text("grep", "{\"pattern\":\"yes\"}")).isEqualTo("""
            .hidden/x.txt:1: yes hidden
            A.txt:1: yes A
            a/b/c.txt:1: yes c
            a/z.txt:1: yes z
            a.txt:1: yes
            a.txt:2: yes again
            b.txt:2: yes b\
            """);
    }

    @Test
    void nothing_found_is_no_error() throws Exception {
        files("a.txt", "text\n");

        var output = run("grep", "{\"pattern\":\"nothing like this\"}");

        assertThat(Workbench.text(output)).isEqualTo("No matches found");
        assertThat(output.isError()).isFalse();
        assertThat(text("find", "{\"pattern\":\"*.nothing\"}")).isEqualTo("No files found matching pattern");
    }

    @Test
    void a_single_file_goes_by_its_name() throws Exception {
        files("sub/a.txt", "one\ntwo\n", ".gitignore", "sub\n");

        assertThat(text("grep", "{\"pattern\":\"two\",\"path\":\"sub/a.txt\"}")).isEqualTo("a.txt:2: two");
        assertThat(text("grep", "{\"pattern\":\"two\",\"path\":\"sub\"}")).isEqualTo("a.txt:2: two");
    }

    @Test
    void lines_around_are_marked_with_dashes_and_shown_once() throws Exception {
        files(
                "a.txt",
                IntStream.rangeClosed(1, 12).mapToObj(i -> "l" + i + "\n").collect(Collectors.joining()));

        assertThat(text("grep", "{\"pattern\":\"l[46]$|l12\",\"context\":1}")).isEqualTo("""
            a.txt-3- l3
            a.txt:4: l4
            a.txt-5- l5
            a.txt:6: l6
            a.txt-7- l7
            a.txt-11- l11
            a.txt:12: l12\
            """);
    }

    @Test
    void after_enough_matches_it_stops_and_says_so() throws Exception {
        files("a.txt", "x\nx\nx\n", "b.txt", "x\nx\n", "c.txt", "x\n");

        var output = run("grep", "{\"pattern\":\"x\",\"limit\":4}");

        assertThat(Workbench.text(output))
                .startsWith("a.txt:1: x\na.txt:2: x\na.txt:3: x\nb.txt:1: x\n\n[")
                .contains("limit=8")
                .doesNotContain("c.txt");
        assertThat(Workbench.details(output).integer("matchLimitReached", 0)).isEqualTo(4);
        assertThat(run("grep", "{\"pattern\":\"x\",\"limit\":6}").details()).isNull();
        assertThat(text("grep", "{\"pattern\":\"x\",\"limit\":0}")).startsWith("a.txt:1: x\n\n[");
    }

    @Test
    void a_pattern_that_is_everywhere_is_shown_in_order_all_the_same() throws Exception {
        for (int i = 0; i < 150; i++) {
            files("f" + (1000 + i) + ".txt", "x\n".repeat(150));
        }

        assertThat(text("grep", "{\"pattern\":\"x\",\"limit\":200}"))
                .contains("f1000.txt:150: x\nf1001.txt:1: x\n")
                .contains("f1001.txt:50: x\n\n[");
    }

    @Test
    void long_lines_are_cut() throws Exception {
        files("a.txt", "start " + "ä".repeat(600) + "\n" + "x".repeat(500) + "\n");

        var output = run("grep", "{\"pattern\":\"start|x\"}");

        assertThat(Workbench.text(output)).contains("ä".repeat(494) + "…").doesNotContain("ä".repeat(495));
        assertThat(Workbench.text(output)).contains("a.txt:2: " + "x".repeat(500) + "\n");
        assertThat(Workbench.details(output).bool("linesTruncated", false)).isTrue();
    }

    @Test
    void of_very_much_the_first_50_kilobytes_are_shown() throws Exception {
        files("a.txt", ("x".repeat(400) + "\n").repeat(300));

        var output = run("grep", "{\"pattern\":\"x\",\"limit\":1000}");

        assertThat(Workbench.text(output)).contains("50.0KB");
        assertThat(Workbench.details(output).object("truncation").string("truncatedBy"))
                .isEqualTo("bytes");
    }

    @Test
    void case_and_special_characters_can_be_ignored() throws Exception {
        files("a.txt", "Foo(bar)\nfoo(BAR)\nfoobar\n\u212Aelvin\nkelvin\n");

        assertThat(text("grep", "{\"pattern\":\"foo(bar)\",\"literal\":true}")).isEqualTo("No matches found");
        assertThat(text("grep", "{\"pattern\":\"foo(bar)\",\"literal\":true,\"ignoreCase\":true}"))
                .isEqualTo("a.txt:1: Foo(bar)\na.txt:2: foo(BAR)");
        assertThat(text("grep", "{\"pattern\":\"KELVIN\",\"ignoreCase\":true}"))
                .isEqualTo("a.txt:4: \u212Aelvin\na.txt:5: kelvin");
        assertThat(text("grep", "{\"pattern\":\"--\",\"path\":\".\"}")).isEqualTo("No matches found");
    }

    @Test
    void globs_narrow_the_search() throws Exception {
        files("src/a.ts", "x\n", "src/b.tsx", "x\n", "src/deep/c.ts", "x\n", "d.js", "x\n", "lib/src/e.ts", "x\n");

        assertThat(text("grep", "{\"pattern\":\"x\",\"glob\":\"*.ts\"}"))
                .isEqualTo("lib/src/e.ts:1: x\nsrc/a.ts:1: x\nsrc/deep/c.ts:1: x");
        assertThat(text("grep", "{\"pattern\":\"x\",\"glob\":\"src/*.{ts,tsx}\"}"))
                .isEqualTo("src/a.ts:1: x\nsrc/b.tsx:1: x");
        assertThat(text("grep", "{\"pattern\":\"x\",\"glob\":\"src/**/*.ts\"}"))
                .isEqualTo("src/a.ts:1: x\nsrc/deep/c.ts:1: x");
        assertThat(text("grep", "{\"pattern\":\"x\",\"glob\":\"!*.ts\"}")).isEqualTo("d.js:1: x\nsrc/b.tsx:1: x");
        assertThat(text("grep", "{\"pattern\":\"x\",\"glob\":\"**/src/*.ts\"}"))
                .isEqualTo("lib/src/e.ts:1: x\nsrc/a.ts:1: x");
        assertThatThrownBy(() -> run("grep", "{\"pattern\":\"x\",\"glob\":\"[a\"}"))
                .hasMessageContaining("[a");
    }

    @Test
    void what_git_ignores_is_passed_over() throws Exception {
        files(
                ".gitignore", "*.log\n/build/\n!keep.log\ndocs/*.tmp\n",
                "a.log", "x\n",
                "keep.log", "x\n",
                "build/a.txt", "x\n",
                "src/build/a.txt", "x\n",
                "src/.gitignore", "secret.*\n",
                "src/secret.txt", "x\n",
                "docs/a.tmp", "x\n",
                "docs/b/a.tmp", "x\n",
                ".git/config", "x\n");

        var expected = "docs/b/a.tmp:1: x\nkeep.log:1: x\nsrc/build/a.txt:1: x";
        assertThat(text("grep", "{\"pattern\":\"^x\"}")).isEqualTo(expected);
        assertThat(text("find", "{\"pattern\":\"*\"}")).isEqualTo("""
            .gitignore
            docs/
            docs/b/
            docs/b/a.tmp
            keep.log
            src/
            src/.gitignore
            src/build/
            src/build/a.txt\
            """);
    }

    @Deep
    @Test
    void in_a_repository_the_rules_above_the_place_hold_too() throws Exception {
        git("init", "-q");
        files(
                ".gitignore", "*.log\n/sub/out\n",
                ".git/info/exclude", "private.*\n",
                "sub/a.log", "x\n",
                "sub/out/a.txt", "x\n",
                "sub/private.txt", "x\n",
                "sub/b.txt", "x\n");

        assertThat(text("grep", "{\"pattern\":\"x\",\"path\":\"sub\"}")).isEqualTo("b.txt:1: x");
        assertThat(text("find", "{\"pattern\":\"*\",\"path\":\"sub\"}")).isEqualTo("b.txt");
    }

    @Deep
    @Test
    void the_rules_of_a_repository_end_where_another_begins() throws Exception {
        git("init", "-q");
        git("init", "-q", "inner");
        files(".gitignore", "*.log\n", "a.log", "x\n", "inner/b.log", "x\n", "inner/sub/c.log", "x\n");

        assertThat(text("grep", "{\"pattern\":\"^x\"}")).isEqualTo("inner/b.log:1: x\ninner/sub/c.log:1: x");
        assertThat(text("find", "{\"pattern\":\"*.log\"}")).isEqualTo("inner/b.log\ninner/sub/c.log");
    }

    @Test
    void outside_of_a_repository_rules_above_the_place_do_not_hold() throws Exception {
        files(".gitignore", "*\n", "project/.gitignore", "*.log\n", "project/a.txt", "x\n", "project/a.log", "x\n");

        assertThat(text("grep", "{\"pattern\":\"^x\",\"path\":\"project\"}")).isEqualTo("a.txt:1: x");
        assertThat(text("find", "{\"pattern\":\"a.*\",\"path\":\"project\"}")).isEqualTo("a.txt");
    }

    @Deep
    @Test
    void other_ignore_files_count_too() throws Exception {
        git("init", "-q");
        files(
                ".gitignore", "*.log\n",
                ".ignore", "!wanted.log\n*.txt\n",
                "wanted.log", "x\n",
                "other.log", "x\n",
                "a.txt", "x\n",
                "a.md", "x\n");

        assertThat(text("grep", "{\"pattern\":\"^x\"}")).isEqualTo("a.md:1: x\nwanted.log:1: x");
        assertThat(text("find", "{\"pattern\":\"*.*\"}"))
                .contains("a.md\nwanted.log")
                .doesNotContain("other.log");
    }

    @Test
    void binary_files_are_not_searched_and_other_encodings_are() throws Exception {
        files("bom.txt", "\uFEFFfound bom\n");
        own.file("zero.bin", new byte[] {'f', 'o', 'u', 'n', 'd', '\n', 0, 1, 2});
        own.file("utf16.txt", "\uFEFFfound sixteen ä\n".getBytes(java.nio.charset.StandardCharsets.UTF_16LE));
        own.file("latin1.txt", new byte[] {'f', 'o', 'u', 'n', 'd', ' ', (byte) 0xE4, '\n'});

        assertThat(text("grep", "{\"pattern\":\"^found\"}"))
                .contains("found bom", "latin1.txt:1: found \uFFFD", "utf16.txt:1: found sixteen ä")
                .doesNotContain("zero");
    }

    @Test
    void links_are_not_followed() throws Exception {
        files("real/a.txt", "x\n");
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("."));
        Files.createSymbolicLink(folder.resolve("link.txt"), Path.of("real/a.txt"));

        assertThat(text("grep", "{\"pattern\":\"x\"}")).isEqualTo("real/a.txt:1: x");
        assertThat(text("find", "{\"pattern\":\"*\"}")).isEqualTo("link.txt\nloop\nreal/\nreal/a.txt");
    }

    @Test
    void files_of_any_size_are_searched_line_by_line() throws Exception {
        var filler = "filler line with some words in it\n".repeat(40_000);
        files("big.txt", filler + "needle one\n" + filler.repeat(4) + "needle two\n" + filler);

        assertThat(text("grep", "{\"pattern\":\"needle \\\\w+\"}"))
                .isEqualTo("big.txt:40001: needle one\nbig.txt:200002: needle two");
        files("wide.txt", "x".repeat(9_000_000) + "needle" + "y".repeat(1_000_000));
        assertThat(text("grep", "{\"pattern\":\"needle\",\"glob\":\"wide.txt\"}"))
                .startsWith("wide.txt:1: xxx");
    }

    @Test
    void patterns_that_cannot_be_are_explained() {
        assertThatThrownBy(() -> run("grep", "{\"pattern\":\"(open\"}")).hasMessageContaining("(open");
        assertThatThrownBy(() -> run("grep", "{\"pattern\":\"(?<=a)b\"}")).hasMessageContaining("behind");
        assertThatThrownBy(() -> run("grep", "{\"pattern\":\"(a)\\\\1\"}")).hasMessageContaining("back");
        assertThatThrownBy(() -> run("grep", "{\"pattern\":\"a\\\\nb\"}")).hasMessageContaining("line break");
        assertThatThrownBy(() -> run("grep", "{\"pattern\":\"x\",\"path\":\"none\"}"))
                .hasMessageContaining("ENOENT");
        assertThatThrownBy(() -> run("find", "{\"pattern\":\"x\",\"path\":\"none\"}"))
                .hasMessageContaining("ENOENT");
        assertThatThrownBy(() -> run("find", "{\"pattern\":\"{a\"}")).hasMessageContaining("{a");
    }

    @Test
    void a_brace_that_repeats_nothing_is_a_brace() throws Exception {
        files("a.js", "function foo() {\n  return {};\n}\n");

        assertThat(text("grep", "{\"pattern\":\"foo\\\\(\\\\) {\"}")).isEqualTo("a.js:1: function foo() {");
        assertThat(text("grep", "{\"pattern\":\"{}\"}")).isEqualTo("a.js:2:   return {};");
    }

    @Test
    void files_are_found_by_name_and_by_path() throws Exception {
        files("src/a.x", "", "src/deep/b.x", "", "lib/src/c.x", "", "src/d.y", "", ".hidden/e.x", "", "README.md", "");

        assertThat(text("find", "{\"pattern\":\"*.x\"}")).isEqualTo(".hidden/e.x\nlib/src/c.x\nsrc/a.x\nsrc/deep/b.x");
        assertThat(text("find", "{\"pattern\":\"src/**/*.x\"}")).isEqualTo("lib/src/c.x\nsrc/a.x\nsrc/deep/b.x");
        assertThat(text("find", "{\"pattern\":\"src/*.{x,y}\"}")).isEqualTo("lib/src/c.x\nsrc/a.x\nsrc/d.y");
        assertThat(text("find", "{\"pattern\":\"src\"}")).isEqualTo("lib/src/\nsrc/");
        assertThat(text("find", "{\"pattern\":\"**/deep/*\"}")).isEqualTo("src/deep/b.x");
        assertThat(text("find", "{\"pattern\":\"readme*\"}")).isEqualTo("README.md");
        assertThat(text("find", "{\"pattern\":\"Readme*\"}")).isEqualTo("No files found matching pattern");
        assertThat(text("find", "{\"pattern\":\"[a-b].?\",\"path\":\"src\"}")).isEqualTo("a.x\ndeep/b.x");
        var absolute = JsonObject.of("pattern", folder + "/src/*.x").toString();
        assertThat(text("find", absolute)).isEqualTo("src/a.x");
    }

    @Test
    void of_many_files_the_first_are_shown_and_how_to_see_more() throws Exception {
        for (int i = 0; i < 30; i++) {
            files("d" + i % 3 + "/f" + (10 + i), "");
        }

        var output = run("find", "{\"pattern\":\"f*\",\"limit\":11}");

        assertThat(Workbench.text(output))
                .contains("d1/f11\n\n[")
                .contains("limit=22")
                .doesNotContain("d1/f14");
        assertThat(Workbench.details(output).integer("resultLimitReached", 0)).isEqualTo(11);
        assertThat(run("find", "{\"pattern\":\"f*\",\"limit\":30}").details()).isNull();
    }

    @Test
    void names_may_be_anything() throws Exception {
        files("with space/ü.txt", "x\n", "emoji 😀.txt", "x\n", "new\nline.txt", "x\n", "\uFB01.txt", "x\n");

        assertThat(text("grep", "{\"pattern\":\"x\"}").lines()).hasSize(5);
        assertThat(text("find", "{\"pattern\":\"*.txt\"}"))
                .isEqualTo("emoji 😀.txt\nnew\nline.txt\nwith space/ü.txt\n\uFB01.txt");
    }

    @Test
    void an_interrupted_search_says_that_it_was_aborted() throws Exception {
        files("a.txt", "x\n");
        for (var bench : List.of(own, programs)) {
            for (var tool : List.of("grep", "find")) {
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> bench.run(tool, "{\"pattern\":\"x\"}"))
                        .isInstanceOf(InterruptedException.class);
                assertThat(Thread.interrupted()).isFalse();
            }
        }
    }
}
