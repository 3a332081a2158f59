package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A trusted extension in TypeScript, or a tool server of a trusted project, whose files are rewritten: the extension's gates
 * stay shut and the server is not started, while a session goes on and after a restart.
 */
@Deep
class RewrittenExtensionsTest {
    private static final Path SERVER = Checkout.file("features/mcp/src/test/resources/dev/pawl/mcp/server.mjs");

    @TempDir
    Path dir;

    @BeforeEach
    void node() {
        Needed.program("node");
    }

    /** What an extension imports, and the file that is rewritten. */
    enum Helper {
        ITSELF(".pi/extensions/gate.ts", "'./lib/words.ts'", ".pi/extensions/gate.ts"),
        BESIDE_IT(".pi/extensions/gate.ts", "'./lib/words.ts'", ".pi/extensions/lib/words.ts"),
        OUTSIDE_OF_ITS_FOLDER(".pi/extensions/gate.ts", "'../../tools/words.ts'", "tools/words.ts"),
        WITHOUT_AN_ENDING(".pi/extensions/gate.ts", "'../../tools/words'", "tools/words.ts"),
        WITH_THE_ENDING_OF_JAVASCRIPT(".pi/extensions/gate.ts", "'../../tools/words.js'", "tools/words.ts"),
        CONCATENATED(".pi/extensions/gate.ts", "'../../tools/' + 'words.ts'", "tools/words.ts"),
        OF_THE_HELPER(".pi/extensions/gate.ts", "'../../tools/again.ts'", "tools/words.ts"),
        BY_A_NAME_THAT_IS_PUT_TOGETHER(".pi/extensions/gate.ts", "`../../tools/${'wo' + 'rds'}.ts`", "tools/words.ts"),
        A_PACKAGE(".pi/extensions/gate.ts", "'words'", "node_modules/words/index.js"),
        OF_AN_EXTENSION_THAT_SETTINGS_NAME("hooks/gate.ts", "'../tools/words.ts'", "tools/words.ts"),
        OF_AN_EXTENSION_IN_A_FOLDER(".pi/extensions/gate/index.ts", "'../../../tools/words.ts'", "tools/words.ts");

        final String extension;
        final String imported;
        final String rewritten;

        Helper(String extension, String imported, String rewritten) {
            this.extension = extension;
            this.imported = imported;
            this.rewritten = rewritten;
        }

        String rewriting() {
            return rewritten.equals(extension)
                    ? "echo 'export default () => {}' > " + rewritten
                    : "echo 'export const BAD = \"nothing\"' > " + rewritten;
        }
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    /** So that the command does not show what it writes. */
    private static String hidden(String command) {
        var text = Base64.getEncoder().encodeToString(command.getBytes(StandardCharsets.UTF_8));
        return "eval \"$(echo " + text + " | base64 -d)\"";
    }

    private static void change(TestProgram pawl, String command) throws Exception {
        var shell = new ProcessBuilder("/bin/bash", "-c", command)
                .directory(pawl.project.toFile())
                .inheritIO()
                .start();
        assertThat(shell.waitFor()).isZero();
    }

    private TestProgram guarded(Helper helper) throws Exception {
        var words = "export const BAD = 'made'\n";
        var packages = Checkout.file("build", "target", "node");
        Needed.that(Files.isDirectory(packages.resolve("node_modules")), "build/node-packages has not been run");
        return TestProgram.in(
                        dir,
                        bash("touch made-1"),
                        bash(hidden(helper.rewriting() + "; touch rewritten")),
                        bash("touch made-2"),
                        Turn.text("Done."))
                .file(helper.extension, """
                    export default async (pi: any) => {
                        pi.on('tool_call', async (event: any) => {
                            const { BAD } = await import(%s);
                            if (event.input.command.includes(BAD)) return { block: true, reason: 'no' };
                        });
                    };
                    """.formatted(helper.imported))
                .file(
                        ".pi/settings.json",
                        helper == Helper.OF_AN_EXTENSION_THAT_SETTINGS_NAME
                                ? "{\"extensions\": [\"../hooks/gate.ts\"]}"
                                : "{}")
                .file(".pi/extensions/lib/words.ts", words)
                .file("tools/words.ts", words)
                .file("tools/again.ts", "export * from './words.ts'\n")
                .file("node_modules/words/package.json", "{\"name\": \"words\", \"type\": \"module\"}")
                .file("node_modules/words/index.js", words)
                .environment("PAWL_NODE_PACKAGES", packages.toString());
    }

    @ParameterizedTest
    @EnumSource
    void an_extension_whose_files_are_rewritten_lets_nothing_pass(Helper helper) throws Exception {
        try (var pawl = guarded(helper)) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.project.resolve("made-1")).as("the gate works").doesNotExist();
            assertThat(pawl.project.resolve("rewritten")).as("it was rewritten").exists();
            assertThat(pawl.project.resolve("made-2")).doesNotExist();
            assertThat(pawl.asked(4).getLast())
                    .contains(helper.rewritten + " has changed since the project was trusted")
                    .contains("/trust");
        }
    }

    @ParameterizedTest
    @EnumSource
    void it_is_reviewed_after_a_restart(Helper helper) throws Exception {
        try (var pawl = guarded(helper)) {
            assertThat(pawl.run("trust", "approve").status()).isZero();
            change(pawl, helper.rewriting());
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("was changed since you trusted it").contains(helper.rewritten);
            assertThat(pawl.requests()).isZero();
        }
    }

    /** What a project's tool server runs with, and the file that is rewritten. */
    enum Served {
        THE_SCRIPT("node", "tools/server.mjs", "tools/server.mjs"),
        WHAT_IT_IMPORTS("node", "tools/server.mjs", "common/started.mjs"),
        A_SHELL_SCRIPT("sh", "tools/server.sh", "tools/server.sh"),
        WHAT_THAT_SOURCES("sh", "tools/server.sh", "common/lib.sh"),
        A_PROGRAM("./tools/server", "", "tools/server"),
        ITS_TASK("npm", "start", "package.json"),
        ITS_CONFIGURATION("node", "tools/server.mjs", ".mcp.json");

        final String command;
        final String argument;
        final String rewritten;

        Served(String command, String argument, String rewritten) {
            this.command = command;
            this.argument = argument;
            this.rewritten = rewritten;
        }

        /** Makes the file leave a canary when the server starts. */
        String rewriting() {
            return switch (this) {
                case ITS_TASK ->
                    "echo '{\"scripts\": {\"start\": \"touch canary; node tools/server.mjs\"}}' > package.json";
                case ITS_CONFIGURATION ->
                    "sed -i 's#\"command\":\"node\",\"args\":\\[#\"command\":\"sh\",\"args\":[\"-c\",\"touch"
                            + " canary\",#' .mcp.json";
                case THE_SCRIPT, WHAT_IT_IMPORTS ->
                    "echo 'import { writeFileSync } from \"node:fs\"; writeFileSync(\"canary\", \"\");' >> "
                            + rewritten;
                default -> "sed -i '1atouch canary' " + rewritten;
            };
        }
    }

    /** A server that ends with its first call, so that it is started again. */
    private TestProgram serving(Served served) throws Exception {
        var words = served.argument.isEmpty() ? List.<String>of() : List.of(served.argument);
        var server = JsonObject.of("command", served.command, "args", words).with("exposure", "direct");
        var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("mcp__s__echo", JsonObject.of("message", "one"))),
                        bash(hidden(served.rewriting() + "; kill $(cat pid)")),
                        Turn.calls(call("mcp__s__echo", JsonObject.of("message", "two"))),
                        Turn.text("Done."))
                .file(
                        ".mcp.json",
                        JsonObject.of("mcpServers", JsonObject.of("s", server)).toString())
                .file("tools/server.mjs", "import '../common/started.mjs';\n" + Files.readString(SERVER))
                .file(
                        "common/started.mjs",
                        "import { writeFileSync as write } from 'node:fs';\nwrite('pid', String(process.pid));\n")
                .file("tools/server.sh", "#!/bin/sh\n. common/lib.sh\nexec node tools/server.mjs\n")
                .file("common/lib.sh", "# nothing\nservers=1\n")
                .file("tools/server", "#!/bin/sh\nexec node tools/server.mjs\n")
                .file("package.json", "{\"scripts\": {\"start\": \"node tools/server.mjs\"}}");
        assertThat(pawl.project.resolve("tools/server").toFile().setExecutable(true))
                .isTrue();
        return pawl;
    }

    @ParameterizedTest
    @EnumSource
    void a_tool_server_whose_files_are_rewritten_is_not_started_again(Served served) throws Exception {
        Needed.program("npm");
        try (var pawl = serving(served)) {
            pawl.run("--approve", "-p", "Go");
            assertThat(pawl.asked(2).getLast()).as("the server works").contains("Echo: one");
            assertThat(pawl.asked(4).getLast())
                    .doesNotContain("Echo: two")
                    .containsAnyOf("since the project was trusted", "the program ended");
            assertThat(pawl.project.resolve("canary")).doesNotExist();
        }
    }

    @ParameterizedTest
    @EnumSource
    void nor_after_a_restart(Served served) throws Exception {
        try (var pawl = serving(served)) {
            assertThat(pawl.run("trust", "approve").status()).isZero();
            change(pawl, served.rewriting());
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("was changed since you trusted it");
            assertThat(pawl.project.resolve("canary")).doesNotExist();
        }
    }
}
