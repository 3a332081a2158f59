package dev.pawl.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change of a file that is asked for again after the program was ended: it is made once. */
class InterruptedEffectTest {
    private static final String WRITE = "{\"path\":\"a.txt\",\"content\":\"new\"}";
    private static final String EDIT = "{\"path\":\"a.txt\",\"edits\":[{\"oldText\":\"one\",\"newText\":\"one one\"}]}";

    @TempDir
    Path folder;

    @TempDir
    Path effects;

    private Workbench bench;
    private Path file;

    @BeforeEach
    void prepare() {
        bench = new Workbench(folder);
        bench.ctx.effects(effects);
        file = folder.resolve("a.txt");
    }

    private ToolOutput again(String tool, String json) throws Exception {
        return bench.tool(tool).executor().execute(JsonObject.parse(json), bench.ctx.again());
    }

    @Test
    void a_write_that_was_made_is_not_made_again() throws Exception {
        var first = bench.run("write", WRITE);
        var before = Files.getLastModifiedTime(file);
        assertThat(again("write", WRITE)).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(before);
    }

    @Test
    void a_write_that_was_not_made_is_made() throws Exception {
        Files.writeString(file, "old");
        bench.run("write", WRITE);
        Files.writeString(file, "old");
        again("write", WRITE);
        assertThat(file).hasContent("new");
    }

    @Test
    void a_file_that_something_else_changed_meanwhile_is_left_alone() throws Exception {
        bench.run("write", WRITE);
        Files.writeString(file, "of somebody else");
        assertThatThrownBy(() -> again("write", WRITE)).hasMessageContaining("neither as it was before");
        assertThat(file).hasContent("of somebody else");
    }

    @Test
    void an_edit_that_was_made_is_not_made_again_and_answers_the_same() throws Exception {
        Files.writeString(file, "one\n");
        var first = bench.run("edit", EDIT);
        assertThat(file).hasContent("one one\n");
        assertThat(again("edit", EDIT)).isEqualTo(first);
        assertThat(file).hasContent("one one\n");
    }

    @Test
    void an_edit_that_was_not_made_is_made_once() throws Exception {
        Files.writeString(file, "one\n");
        var first = bench.run("edit", EDIT);
        Files.writeString(file, "one\n");
        assertThat(again("edit", EDIT)).isEqualTo(first);
        assertThat(file).hasContent("one one\n");
    }

    /** The 22nd field that the system keeps for a process. */
    private static long startedTicks(long pid) throws Exception {
        var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]);
    }

    /** The supervisor may need a while, on a machine that is busy. */
    @Test
    void output_that_is_still_on_its_way_when_the_exit_code_is_there_is_waited_for() throws Exception {
        bench.run("bash", "{\"command\": \"true\"}");
        Path exit;
        try (var left = Files.list(effects)) {
            exit = left.filter(one -> one.toString().endsWith(".exit"))
                    .findFirst()
                    .orElseThrow();
        }
        var out = Path.of(exit.toString().replace(".exit", ".out"));
        var go = folder.resolve("go");
        var writer = new ProcessBuilder(
                        "sh",
                        "-c",
                        "while [ ! -e \"$1\" ]; do sleep 0.05; done; sleep 1; echo late >>\"$2\"",
                        "sh",
                        go.toString(),
                        out.toString())
                .start();
        Files.writeString(exit, "0\n");
        bench.ctx.intend(JsonObject.of("pid", writer.pid(), "mark", "a mark")
                .with("started", startedTicks(writer.pid()))
                .with("output", out.toString())
                .with("exit", exit.toString()));
        Files.createFile(go);
        assertThat(again("bash", "{\"command\": \"true\"}").toString()).contains("late");
        assertThat(writer.waitFor()).isZero();
    }
}
