package dev.pawl.acceptance.driven;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The program, started by its launcher, with hooks that write to standard output in every way: they themselves, and the
 * programs that they start.
 *
 * @param out what the client reads the standard output through
 */
public record LoudProgram(Output out) {
    /** What the model answers: a call, at which the hooks write, and {@code Done.} */
    public static final Script SCRIPT =
            Script.of(Turn.calls(Script.call("bash", JsonObject.of("command", "echo ran"))), Turn.text("Done."));

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

    /** What standard output can be. */
    public enum Output {
        PIPE(""),
        /** Node gives the programs that it starts sockets, which cannot be opened again by their number. */
        SOCKET("""
            const { spawn } = require("node:child_process");
            const child = spawn(process.argv[1], process.argv.slice(2), { stdio: ["pipe", "pipe", "inherit"] });
            process.stdin.pipe(child.stdin);
            child.stdout.pipe(process.stdout);
            child.on("close", (code) => (process.exitCode = code));
            """);

        private final String script;

        Output(String script) {
            this.script = script;
        }

        /** The program that starts the one that its arguments name; none for a pipe. */
        private List<String> through() {
            return script.isEmpty() ? List.of() : List.of("node", "-e", script);
        }
    }

    /** A client of the program; it talks to it until the program has ended. */
    public interface Client {
        void talk(Process program) throws Exception;
    }

    /** Has the client talk to the program; all that the hooks wrote meanwhile went to standard error. */
    public void serve(DrivenHome<?> at, Client client, String... args) throws Exception {
        build();
        var err = at.home.resolveSibling("err");
        client.talk(start(at, err, args));
        assertThat(Files.readString(err)).contains(WRITTEN);
    }

    private Process start(DrivenHome<?> at, Path err, String... args) throws IOException {
        at.hook(JAVA).user("extensions/loud.ts", TYPESCRIPT);
        var command = new ArrayList<>(out.through());
        command.addAll(List.of("bash", Checkout.file("pawl").toRealPath().toString()));
        command.addAll(List.of(args));
        command.addAll(List.of("--model", "scripted/" + ScriptedModel.MODEL));
        var builder = new ProcessBuilder(command)
                .directory(at.project.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()));
        builder.environment().put("HOME", at.home.toString());
        builder.environment().remove("PI_CODING_AGENT_DIR");
        return builder.start();
    }

    /** In a home of its own Maven would find none of its files, so it is built before. */
    private static void build() throws IOException, InterruptedException {
        var process = new ProcessBuilder("bash", Checkout.file("pawl").toString(), "--version")
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
