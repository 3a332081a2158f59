package dev.pawl.house.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script;
import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nothing but the protocol is on standard output, whatever hooks and their programs write to. */
@Timeout(600)
class EditorOutputTest {
    private static final String JAVA = """
        pi.on(TOOL_CALL, (call, ctx) -> {
            System.out.println("java-print");
            System.out.flush();
            var descriptor = new java.io.FileOutputStream(java.io.FileDescriptor.out);
            descriptor.write("java-descriptor\\n".getBytes());
            for (var file : List.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")) {
                try (var out = new java.io.FileOutputStream(file, true)) {
                    out.write(("java-file " + file + "\\n").getBytes());
                }
            }
            new ProcessBuilder("echo", "java-child").inheritIO().start().waitFor();
            new ProcessBuilder("sh", "-c", "echo java-parent >> /proc/$PPID/fd/1").inheritIO().start().waitFor();
            descriptor.close();
            return call.allow();
        });
        """;

    private static final String TYPESCRIPT = """
        import { execFileSync, execSync } from "node:child_process";
        import fs from "node:fs";

        export default function (pi: any) {
          pi.on("tool_call", async () => {
            console.log("node-console");
            process.stdout.write("node-stream\\n");
            fs.writeSync(1, "node-descriptor\\n");
            for (const file of ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) fs.appendFileSync(file, `node-file ${file}\\n`);
            execFileSync("echo", ["node-child"], { stdio: "inherit" });
            execSync("echo node-parent >> /proc/$PPID/fd/1", { stdio: "inherit" });
          });
        }
        """;

    private static final List<String> WRITTEN = List.of(
            "java-print",
            "java-descriptor",
            "java-file /dev/stdout",
            "java-file /dev/fd/1",
            "java-file /proc/self/fd/1",
            "java-child",
            "java-parent",
            "node-console",
            "node-stream",
            "node-descriptor",
            "node-file /dev/stdout",
            "node-file /dev/fd/1",
            "node-file /proc/self/fd/1",
            "node-child",
            "node-parent");

    /** Node gives the programs that it starts sockets, which cannot be opened again by their number. */
    private static final String BY_SOCKETS = """
        const child = require("node:child_process").spawn(process.argv[1], process.argv.slice(2), { stdio: ["pipe", "pipe", "inherit"] });
        process.stdin.pipe(child.stdin);
        child.stdout.pipe(process.stdout);
        """;

    @TempDir
    Path dir;

    @BeforeAll
    static void build() throws Exception {
        var process = new ProcessBuilder("bash", "../pawl", "--version")
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private void isKeptApart(List<String> through) throws Exception {
        var err = dir.resolve("err");
        var bash = Turn.calls(Script.call("bash", JsonObject.of("command", "echo ran")));
        try (var editor = Editor.in(dir, bash, Turn.text("Done."))) {
            editor.hook(JAVA).user("extensions/loud.ts", TYPESCRIPT).launch(through, err);
            editor.greet(JsonObject.empty());
            assertThat(editor.prompt(editor.newSession(), "go")).isEqualTo("end_turn");
            assertThat(editor.text("agent_message_chunk")).isEqualTo("Done.");
            assertThat(editor.end()).isZero();
            assertThat(editor.flaws()).isEmpty();
            assertThat(Files.readString(err)).contains(WRITTEN);
        }
    }

    @Test
    void what_is_written_by_hooks_stays_out_of_a_pipe() throws Exception {
        isKeptApart(List.of());
    }

    @Test
    void what_is_written_by_hooks_stays_out_of_a_socket() throws Exception {
        isKeptApart(List.of("node", "-e", BY_SOCKETS));
    }
}
