package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plugin whose hooks are functions, in the whole program. */
@Deep
class ClaudeModsTest {
    @TempDir
    Path dir;

    private TestProgram program(String module) throws Exception {
        var packages = Checkout.file("build", "target", "node");
        Needed.that(Files.isDirectory(packages.resolve("node_modules")), "build/node-packages has not been run");
        var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", "echo danger > made"))),
                        Turn.text("Done."))
                .environment("PAWL_NODE_PACKAGES", packages.toString());
        home(pawl, "settings.json", "{\"enabledPlugins\": {\"guard@shop\": true}}");
        home(
                pawl,
                "plugins/installed_plugins.json",
                "{\"plugins\": {\"guard@shop\": [{\"installPath\": \"cache/guard\"}]}}");
        home(pawl, "plugins/cache/guard/hooks/hooks.json", "{\"modules\": [\"./register.ts\"]}");
        home(pawl, "plugins/cache/guard/hooks/register.ts", module);
        return pawl;
    }

    private static void home(TestProgram pawl, String path, String text) throws Exception {
        var file = pawl.home.resolve(".claude").resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void a_call_that_it_refuses_does_not_run_and_the_model_reads_why() throws Exception {
        try (var pawl = program("""
            export function register(on: any) {
              on("tool.call", { tool: "Bash" }, async ($: any, e: any, next: any) =>
                e.command.includes("danger") ? { deny: "too dangerous" } : next(e));
            }
            """)) {
            assertThat(pawl.run("-p", "Go").out()).isEqualTo("Done.\n");
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(pawl.run("hooks").out()).contains("hooks/register.ts", "tool_call");
        }
    }

    @Test
    void rules_hold_for_the_files_and_programs_that_it_works_with() throws Exception {
        try (var pawl = program("""
            export function register(on: any) {
              on("session.start", async ($: any, e: any, next: any) => {
                await $.command.register({ name: "try" });
                return next(e);
              });
              on("command.run", { command: "try" }, async ($: any) => {
                const said = (work: any) => work.then(() => "done", (error: any) => error.message);
                return { text: [
                  await said($.fs.write("secret.txt", "x")), await said($.fs.write("open.txt", "x")),
                  await said($.process.run(["touch", "made"])), await said($.process.run(["true"])),
                ].join("\\n") };
              });
            }
            """)) {
            pawl.user(
                    "settings.json",
                    "{\"permissions\": {\"deny\": [\"write(secret.txt)\", \"bash(touch *)\"], \"mode\": \"bypass\"}}");
            var run = pawl.run("-p", "/try");
            assertThat(run.out() + run.err())
                    .contains("secret.txt is denied by the rule", "\"touch made\" is denied by the rule", "done");
            assertThat(pawl.project.resolve("secret.txt")).doesNotExist();
            assertThat(pawl.project.resolve("made")).doesNotExist();
            assertThat(pawl.project.resolve("open.txt")).hasContent("x");
        }
    }
}
