package dev.pawl.acceptance.bridge;

import static dev.pawl.acceptance.bridge.NodePlace.write;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gates in TypeScript see which file a call works on, who does the work, and have their changes bent to the schema. */
@Deep
class TypeScriptGatesTest {
    @TempDir
    Path dir;

    @Test
    void files_and_who_runs_what_are_seen_in_print_mode() throws Exception {
        var place = NodePlace.in(dir.toRealPath());
        write(
                place.project().resolve("gate.ts"),
                "import { appendFileSync } from 'node:fs';",
                "export default (pi: any) => {",
                "  pi.on('tool_call', (event: any) => {",
                "    if (event.toolName === 'bash') event.input.timeout = '50';",
                "    appendFileSync('seen', `call ${event.toolName} ${event.file}\\n`);",
                "  });",
                "  pi.on('tool_authorize', (event: any) => {",
                "    const by = event.runBy ? 'a hook' : 'pawl';",
                "    appendFileSync('seen', `authorize ${event.toolName} ${event.file} by ${by}\\n`);",
                "    if (event.file?.endsWith('/.env')) return { block: true, reason: 'Protected' };",
                "  });",
                "};");
        write(place.project().resolve(".env"), "KEY=1");
        Files.createSymbolicLink(place.project().resolve("innocent.txt"), Path.of(".env"));
        try (var model = ScriptedModel.playing(
                Turn.calls(
                        call("write", JsonObject.of("path", "@innocent.txt", "content", "evil")),
                        call("bash", JsonObject.of("command", "npm install"))),
                Turn.text("Done."))) {
            var run = place.pawl(model).run("--hook", "gate.ts", "--hook", NodePlace.example("spawn.ts"), "-p", "Go");

            assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
            var env = place.project().resolve(".env");
            assertThat(Files.readAllLines(place.project().resolve("seen")))
                    .containsExactly(
                            "call write " + env,
                            "authorize write " + env + " by pawl",
                            "call bash undefined",
                            "authorize bash undefined by a hook");
            assertThat(Files.readString(env).strip()).isEqualTo("KEY=1");
            assertThat(model.requests().get(1).bodyText()).contains("Protected", "pnpm install");
        }
    }

    @Test
    void a_rule_and_plan_mode_hold_for_tools_of_typescript() throws Exception {
        var place = NodePlace.in(dir.toRealPath());
        write(
                place.project().resolve("maker.ts"),
                "import { writeFileSync } from 'node:fs';",
                "export default (pi: any) => pi.registerTool({",
                "  name: 'maker', label: 'Maker', description: 'Makes a file', parameters: { type: 'object',"
                        + " properties: {} },",
                "  async execute() {",
                "    writeFileSync('made', ''); return { content: [{ type: 'text', text: 'made' }], details: {} };",
                "  },",
                "});");
        var made = place.project().resolve("made");
        var settings = place.home().resolve(".pi/agent/settings.json");
        for (var permissions : List.of(
                "{\"mode\": \"bypass\"}",
                "{\"mode\": \"bypass\", \"deny\": [\"maker\"]}",
                "{\"mode\": \"bypass\", \"ask\": [\"maker\"]}",
                "{\"mode\": \"plan\"}")) {
            write(settings, "{\"permissions\": " + permissions + "}");
            try (var model = ScriptedModel.playing(Turn.calls(call("maker", JsonObject.empty())), Turn.text("Done."))) {
                var run = place.pawl(model).run("--hook", "maker.ts", "-p", "Go");
                assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
            }
            assertThat(Files.deleteIfExists(made))
                    .as(permissions)
                    .isEqualTo(permissions.equals("{\"mode\": \"bypass\"}"));
        }
    }
}
