package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pawl hooks validate} prints the footprint of a plugin, and what keeps it from being loaded. */
@Deep
class HooksValidateTest {
    @TempDir
    Path dir;

    private TestProgram program() throws Exception {
        var packages = Checkout.file("build", "target", "node");
        Needed.that(Files.isDirectory(packages.resolve("node_modules")), "build/node-packages has not been run");
        return TestProgram.in(dir).environment("PAWL_NODE_PACKAGES", packages.toString());
    }

    private static void plugin(TestProgram pawl, String module) throws Exception {
        pawl.file("mod/hooks/hooks.json", "{\"modules\": [\"./register.ts\"]}").file("mod/hooks/register.ts", module);
    }

    @Test
    void the_footprint_names_events_gates_and_calls() throws Exception {
        try (var pawl = program()) {
            plugin(pawl, """
                export function register(on: any) {
                  on("tool.call", { tool: ["Edit", "Write"] }, async ($: any, e: any, next: any) => {
                    $.ui.log(await $.fs.read("x"));
                    return next(e);
                  });
                  on("tool.check", async ($: any, e: any, next: any) => next(e)).catch(($: any, e: any, next: any) => next(e));
                  on("ui.render", ($: any, e: any, next: any) => next(e));
                }
                """);
            var run = pawl.run("hooks", "validate", "mod");
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.out())
                    .contains("gates with .catch:    tool.check\n")
                    .contains("gates without .catch: tool.call{\"tool\":[\"Edit\",\"Write\"]}\n")
                    .contains("calls:                fs.read, ui.log\n")
                    .contains("it listens to ui.render, which never happens here");
            var json = JsonObject.parse(
                    pawl.run("hooks", "validate", "mod", "--json").out());
            assertThat(json.bool("success", false)).isTrue();
            assertThat(json.objects("modules").getFirst().objects("hooks")).hasSize(3);
        }
    }

    @Test
    void what_keeps_it_from_being_loaded_is_said() throws Exception {
        try (var pawl = program()) {
            plugin(pawl, "export function register(on) { on('config.set', (_, e, next) => next(e)); }");
            var guard = pawl.run("hooks", "validate", "mod");
            assertThat(guard.status()).isEqualTo(1);
            assertThat(guard.out()).contains("it guards config.set, which never happens here");
            plugin(pawl, "export function register(on) { on('tool.cal', () => {}); }");
            assertThat(pawl.run("hooks", "validate", "mod").out()).contains("there is no such event");
            assertThat(pawl.run("hooks", "validate", "nowhere").err()).contains("there is no folder");
            assertThat(pawl.run("hooks", "validate").err()).contains("hooks validate takes the folder");
        }
    }
}
