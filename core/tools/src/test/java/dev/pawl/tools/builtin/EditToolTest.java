package dev.pawl.tools.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.Deep;
import dev.pawl.tools.Workbench;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EditToolTest {
    @TempDir
    Path folder;

    private Workbench bench;

    @BeforeEach
    void prepare() {
        bench = new Workbench(folder);
    }

    private ToolOutput edit(String file, String... oldAndNew) throws Exception {
        var edits = new ArrayList<JsonObject>();
        for (int i = 0; i < oldAndNew.length; i += 2) {
            edits.add(JsonObject.of("oldText", oldAndNew[i], "newText", oldAndNew[i + 1]));
        }
        return bench.run("edit", JsonObject.of("path", file, "edits", edits));
    }

    @Test
    void a_text_is_replaced() throws Exception {
        bench.file("a.txt", "one two three\n");

        var output = edit("a.txt", "two", "2");

        assertThat(bench.content("a.txt")).isEqualTo("one 2 three\n");
        assertThat(Workbench.text(output)).contains("1 block", "a.txt");
        assertThat(output.isError()).isFalse();
    }

    @Test
    void what_cannot_be_done_leaves_the_file_alone() throws Exception {
        bench.file("a.txt", "one two two\n");

        assertThatThrownBy(() -> edit("a.txt", "three", "3")).hasMessageContaining("not found in a.txt");
        assertThatThrownBy(() -> edit("a.txt", "one", "1", "three", "3")).hasMessageContaining("edits[1]");
        assertThatThrownBy(() -> edit("a.txt", "two", "2")).hasMessageContaining("2 times");
        assertThatThrownBy(() -> edit("a.txt", "one two", "1", "e t", "2"))
                .hasMessageContaining("edits[0]")
                .hasMessageContaining("edits[1]")
                .hasMessageContaining("overlap");
        assertThatThrownBy(() -> edit("a.txt", "one", "one")).hasMessageContaining("nothing would change");
        assertThatThrownBy(() -> edit("a.txt", "", "x")).hasMessageContaining("empty");
        assertThatThrownBy(() -> edit("a.txt")).hasMessageContaining("at least one");
        assertThat(bench.content("a.txt")).isEqualTo("one two two\n");
    }

    @Test
    void line_breaks_and_the_byte_order_mark_stay() throws Exception {
        bench.file("a.txt", "\uFEFFone\r\ntwo\r\nthree\r\n");

        edit("a.txt", "one\ntwo", "1\n2");

        assertThat(bench.content("a.txt")).isEqualTo("\uFEFF1\r\n2\r\nthree\r\n");
    }

    @Test
    void lines_that_are_not_touched_keep_their_own_breaks() throws Exception {
        bench.file("a.txt", "one\r\ntwo\nthree\rfour\r\n");

        edit("a.txt", "four", "4");

        assertThat(bench.content("a.txt")).isEqualTo("one\r\ntwo\nthree\r4\r\n");
    }

    @Test
    void quotes_dashes_and_blanks_at_line_ends_may_differ_and_other_lines_keep_their_bytes() throws Exception {
        bench.file("a.txt", "keep \u201Cthis\u201D   \nsay \u201Chello\u201D \u2013 or\u00A0not  \nend\t\n");

        edit("a.txt", "say \"hello\" - or not\nend", "said\nend");

        assertThat(bench.content("a.txt")).isEqualTo("keep \u201Cthis\u201D   \nsaid\nend\n");
    }

    @Test
    void what_only_looks_the_same_twice_is_not_guessed_at() throws Exception {
        bench.file("a.txt", "it's\nit\u2019s\n");

        assertThatThrownBy(() -> edit("a.txt", "it's", "x")).hasMessageContaining("2 times");
    }

    @Test
    void all_edits_are_found_in_the_file_as_it_was() throws Exception {
        bench.file("a.txt", "a b\n");

        edit("a.txt", "a", "b", "b", "a");

        assertThat(bench.content("a.txt")).isEqualTo("b a\n");
    }

    @Test
    void the_difference_comes_with_the_answer() throws Exception {
        bench.file(
                "a.txt",
                IntStream.rangeClosed(1, 30).mapToObj(i -> "l" + i + "\n").collect(Collectors.joining()));

        var details = Workbench.details(edit("a.txt", "l10\n", "ten\nten and a half\n", "l28", "28"));

        assertThat(details.integer("firstChangedLine", 0)).isEqualTo(10);
        assertThat(details.string("diff").lines())
                .containsExactly(
                        "    …",
                        "  6 l6",
                        "  7 l7",
                        "  8 l8",
                        "  9 l9",
                        "-10 l10",
                        "+10 ten",
                        "+11 ten and a half",
                        " 11 l11",
                        " 12 l12",
                        " 13 l13",
                        " 14 l14",
                        "    …",
                        " 24 l24",
                        " 25 l25",
                        " 26 l26",
                        " 27 l27",
                        "-28 l28",
                        "+29 28",
                        " 29 l29",
                        " 30 l30");
        assertThat(details.string("patch")).startsWith("--- a.txt\n+++ a.txt\n@@ -6,9 +6,10 @@\n l6\n");
    }

    @Deep
    @Test
    void the_patch_makes_the_new_file_of_the_old_one() throws Exception {
        bench.file("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\nend");
        bench.file("b.txt", bench.content("a.txt"));

        var details = Workbench.details(edit("a.txt", "2\n3", "3", "7", "seven\nand", "end", "the end"));
        bench.file("a.patch", details.string("patch").replace("a.txt", "b.txt"));
        var patch = new ProcessBuilder("git", "apply", "-p0", "--unsafe-paths", "--directory=" + folder, "a.patch")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();

        assertThat(new String(patch.getInputStream().readAllBytes(), UTF_8)).isEmpty();
        assertThat(patch.waitFor()).isZero();
        assertThat(bench.content("b.txt")).isEqualTo(bench.content("a.txt"));
    }

    @Test
    void a_line_break_that_goes_away_joins_lines_in_the_difference_too() throws Exception {
        bench.file("a.txt", "a\nb\nc\n");

        var details = Workbench.details(edit("a.txt", "a\n", "x"));

        assertThat(bench.content("a.txt")).isEqualTo("xb\nc\n");
        assertThat(details.string("diff")).isEqualTo("-1 a\n-2 b\n+1 xb\n 3 c");
    }

    @Test
    void edits_are_taken_in_the_shapes_that_models_write() throws Exception {
        var prepare = bench.tool("edit").traits().prepareArguments();
        var one = List.of(JsonObject.of("oldText", "a", "newText", "b"));

        assertThat(prepare.apply(JsonObject.parse("""
            {"path":"x","edits":"[{\\"oldText\\":\\"a\\",\\"newText\\":\\"b\\"}]"}\
            """)).list("edits")).isEqualTo(one);
        assertThat(prepare.apply(JsonObject.parse("{\"path\":\"x\",\"edits\":{\"oldText\":\"a\",\"newText\":\"b\"}}"))
                        .list("edits"))
                .isEqualTo(one);
        var legacy = prepare.apply(JsonObject.parse("{\"path\":\"x\",\"oldText\":\"a\",\"newText\":\"b\"}"));
        assertThat(legacy.list("edits")).isEqualTo(one);
        assertThat(legacy.has("oldText")).isFalse();
        assertThat(prepare.apply(JsonObject.parse("""
            {"path":"x","edits":[{"oldText":"1","newText":"2"}],"oldText":"a","newText":"b"}\
            """)).list("edits")).hasSize(2);
        var nonsense = JsonObject.parse("{\"path\":\"x\",\"edits\":\"[not json\"}");
        assertThat(prepare.apply(nonsense)).isEqualTo(nonsense);
    }

    @Test
    void edits_of_one_file_at_the_same_time_are_all_done_also_through_a_link() throws Exception {
        int count = 40;
        bench.file(
                "a.txt",
                IntStream.range(0, count).mapToObj(i -> "<" + i + ">\n").collect(Collectors.joining()));
        Files.createSymbolicLink(folder.resolve("link.txt"), Path.of("a.txt"));

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var tasks = IntStream.range(0, count)
                    .mapToObj(i -> (Callable<ToolOutput>)
                            () -> edit(i % 2 == 0 ? "a.txt" : "link.txt", "<" + i + ">", "[" + i + "]"))
                    .toList();
            for (var done : threads.invokeAll(tasks)) {
                assertThat(done.get().isError()).isFalse();
            }
        }

        assertThat(bench.content("a.txt"))
                .isEqualTo(
                        IntStream.range(0, count).mapToObj(i -> "[" + i + "]\n").collect(Collectors.joining()));
        assertThat(Files.isSymbolicLink(folder.resolve("link.txt"))).isTrue();
    }

    @Test
    void files_that_cannot_be_edited_are_named_with_the_reason() throws Exception {
        bench.file("latin1.txt", new byte[] {'a', (byte) 0xE4, 'b', '\n'});

        assertThatThrownBy(() -> edit("missing.txt", "a", "b"))
                .hasMessageContaining("missing.txt")
                .hasMessageContaining("ENOENT");
        assertThatThrownBy(() -> edit(".", "a", "b")).hasMessageContaining("EISDIR");
        assertThatThrownBy(() -> edit("latin1.txt", "a", "b")).hasMessageContaining("UTF-8");
        assertThat(Files.readAllBytes(folder.resolve("latin1.txt"))).hasSize(4);
    }

    @Test
    void a_huge_replacement_is_reported_without_comparing_every_line() throws Exception {
        var before = IntStream.range(0, 5000).mapToObj(i -> "b" + i + "\n").collect(Collectors.joining());
        var after = IntStream.range(0, 5000).mapToObj(i -> "a" + i + "\n").collect(Collectors.joining());
        bench.file("a.txt", "top\n" + before + "end\n");

        var details = Workbench.details(edit("a.txt", before, after));

        assertThat(bench.content("a.txt")).isEqualTo("top\n" + after + "end\n");
        assertThat(details.string("patch").lines()).hasSize(3 + 2 + 10_000);
    }
}
