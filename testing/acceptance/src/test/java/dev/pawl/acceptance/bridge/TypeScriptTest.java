package dev.pawl.acceptance.bridge;

import static dev.pawl.acceptance.bridge.NodePlace.write;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.PawlInside;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks in TypeScript, in the program as people start it. */
@Deep
class TypeScriptTest {
    @TempDir
    Path dir;

    private Path home;
    private Path project;
    private NodePlace place;

    @BeforeEach
    void findPackages() throws IOException {
        place = NodePlace.in(dir);
        home = place.home();
        project = place.project();
    }

    private PawlInside pawl(ScriptedModel model) throws IOException {
        return place.pawl(model);
    }

    private static ScriptedModel asking(String command) {
        return ScriptedModel.playing(
                Turn.calls(call("bash", JsonObject.of("command", command))), Turn.text("All done."));
    }

    @Test
    void a_named_hook_blocks_a_call_in_print_mode() throws Exception {
        try (var model = asking("sudo true")) {
            var run = pawl(model).asProcess().run("--hook", NodePlace.example("permission-gate.ts"), "-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("All done.\n");
            assertThat(model.requests().get(1).bodyText()).contains("Risky, and nobody is there to ask");
        }
    }

    @Test
    void what_a_hook_keeps_in_global_this_survives_a_reload() throws Exception {
        var hook = dir.resolve("count.ts");
        write(
                hook,
                "import fs from 'node:fs';",
                "export default (pi) => {",
                "  const kept = (globalThis.countOfTest ??= { loaded: 0 });",
                "  fs.appendFileSync('loaded.txt', ++kept.loaded + ' ');",
                "  pi.registerCommand('again', { handler: async (_, ctx) => { await ctx.reload(); } }); };");
        try (var model = ScriptedModel.playing(Turn.text("No."))) {
            var run = pawl(model).run("--hook", hook.toString(), "-p", "/again");
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(project.resolve("loaded.txt")).hasContent("1 2 ");
        }
    }

    @Test
    void a_file_is_read_after_the_hook_before_it_has_loaded_even_if_that_waits_or_fails() throws Exception {
        var hooks = new ArrayList<String>();
        for (var name : List.of("one", "two", "three", "four")) {
            var hook = dir.resolve(name + ".ts");
            write(
                    hook,
                    "import fs from 'node:fs';",
                    "const log = (text) => fs.appendFileSync('order.txt', text + ' " + name + "\\n');",
                    "log('read');",
                    "export default async (pi) => { log('load');",
                    "  await new Promise((resolve) => setTimeout(resolve, 30)); log('loaded');",
                    name.equals("two") ? "throw new Error('not this one'); };" : "};");
            hooks.addAll(List.of("--hook", hook.toString()));
        }
        hooks.addAll(List.of("-p", "Go"));
        try (var model = ScriptedModel.playing(Turn.text("Never."))) {
            var run = pawl(model).run(hooks.toArray(String[]::new));
            assertThat(run.err()).contains("two.ts", "not this one");
            assertThat(project.resolve("order.txt")).content().isEqualToIgnoringNewLines("""
                read one
                load one
                loaded one
                read two
                load two
                loaded two
                read three
                load three
                loaded three
                read four
                load four
                loaded four
                """);
        }
    }

    @Test
    void a_redactor_that_throws_withholds_the_text_if_it_asked_for_that() throws Exception {
        var hook = dir.resolve("redact.ts");
        write(
                hook,
                "export default (pi) => { pi.on('tool_result', (event) => {",
                "  throw new TypeError('cannot clean ' + event.content[0].text); }, { onFailure: 'stop' }); };");
        try (var model = asking("printf '%s%s' hun ter2")) {
            var run = pawl(model).run("--hook", hook.toString(), "-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("All done.\n");
            assertThat(model.requests().get(1).bodyText())
                    .contains("is withheld", "redact.ts: TypeError (its message is withheld")
                    .doesNotContain("hunter2");
            assertThat(run.err())
                    .contains("redact.ts", "TypeError")
                    .doesNotContain("hunter2")
                    .doesNotContain("Exception");
        }
    }

    @Test
    void a_redactor_whose_process_is_killed_withholds_the_text_and_says_why() throws Exception {
        var hook = dir.resolve("redact.ts");
        write(
                hook,
                "import fs from 'node:fs';",
                "export default (pi) => { fs.writeFileSync('node.pid', String(process.pid));",
                "  pi.on('tool_result', (event) => { console.error(event.content[0].text);",
                "    process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}); }, { onFailure: 'stop' });"
                        + " };");
        try (var model = asking("printf '%s%s' hun ter2")) {
            var run = pawl(model).run("--hook", hook.toString(), "-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("All done.\n");
            assertThat(model.requests().get(1).bodyText())
                    .contains("is withheld", "redact.ts: its process is not there")
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void a_redactor_that_hangs_withholds_the_text_if_it_asked_for_that() throws Exception {
        write(home.resolve(".pi/agent/settings.json"), "{\"hookTimeout\": 5000}");
        var hook = dir.resolve("redact.ts");
        write(
                hook,
                "export default (pi) => {",
                "  pi.on('tool_result', () => new Promise(() => {}), { onFailure: 'stop' }); };");
        try (var model = asking("printf '%s%s' hun ter2")) {
            var run = pawl(model).run("--hook", hook.toString(), "-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("All done.\n");
            assertThat(model.requests().get(1).bodyText())
                    .contains("is withheld", "timed out after 5000 ms")
                    .doesNotContain("hunter2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "({ prompt: '' })"})
    void a_command_that_returns_an_empty_text_sends_nothing(String returned) throws Exception {
        write(
                home.resolve(".pi/agent/hooks/empty.ts"),
                "export default (pi) => pi.command('empty', { handler: async () => " + returned + " });");
        try (var model = ScriptedModel.playing(Turn.text("No."))) {
            var run = pawl(model).run("-p", "/empty");
            assertThat(run.out()).as(run.err()).isEmpty();
            assertThat(run.status()).isZero();
            assertThat(model.requests()).isEmpty();
        }
    }

    @Test
    void a_skill_that_only_the_user_can_ask_for_says_so() throws Exception {
        write(home.resolve(".pi/agent/skills/open/SKILL.md"), "---", "description: Open", "---", "Go.");
        write(
                home.resolve(".pi/agent/skills/shy/SKILL.md"),
                "---",
                "description: Shy",
                "disable-model-invocation: true",
                "---",
                "Go.");
        write(
                home.resolve(".pi/agent/hooks/skills.ts"),
                "export default (pi) => pi.on('before_agent_start', (event) => ({ systemPrompt:",
                "  event.systemPromptOptions.skills.map((s) => s.name + ' ' + s.disableModelInvocation).join() }));");
        try (var model = ScriptedModel.playing(Turn.text("Hi."))) {
            var run = pawl(model).run("-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("Hi.\n");
            assertThat(model.requests().getFirst().bodyText()).contains("open false,shy true");
        }
    }

    @Test
    void getters_are_fresh_after_another_model_was_chosen() throws Exception {
        write(
                home.resolve(".pi/agent/hooks/model.ts"),
                "export default (pi) => pi.registerCommand('swap', { handler: async (_args, ctx) => {",
                "  const before = ctx.model.id;",
                "  const done = await pi.setModel(ctx.modelRegistry.find('scripted', 'scripted-2'));",
                "  ctx.ui.notify([before, done, ctx.model.id, ctx.getContextUsage()?.contextWindow,",
                "    pi.getThinkingLevel()].join(' '));",
                "} });");
        try (var model = ScriptedModel.playing(Turn.text("Hi."))) {
            var pawl = pawl(model);
            var models = model.modelsJson("openai-completions").toString();
            write(
                    home.resolve(".pi/agent/models.json"),
                    models.replace(
                            "\"models\":[",
                            "\"models\":[{\"id\":\"scripted-2\",\"contextWindow\":4321,\"reasoning\":false},"));
            var process = pawl.start("--mode", "rpc", "--model", "scripted/scripted-1", "--thinking", "high");
            try (var lines = new BufferedReader(
                            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                    var out = process.outputWriter()) {
                out.write("{\"type\":\"prompt\",\"message\":\"/swap\"}\n");
                out.flush();
                assertThat(await(lines, "extension_ui_request").string("message"))
                        .isEqualTo("scripted-1 true scripted-2 4321 off");
            }
            assertThat(process.waitFor()).isZero();
        }
    }

    @Test
    void a_widget_keeps_its_place_over_rpc() throws Exception {
        write(
                home.resolve(".pi/agent/hooks/widgets.ts"),
                "export default (pi) => pi.on('session_start', (_event, ctx) => {",
                "  ctx.ui.setWidget('a', ['x'], { placement: 'belowEditor' });",
                "  ctx.ui.setWidget('b', ['x']);",
                "  ctx.ui.setWidget('a', undefined, { placement: 'belowEditor' });",
                "  ctx.ui.setWidget('b', undefined);",
                "});");
        try (var model = ScriptedModel.playing(Turn.text("Hi."))) {
            var run = pawl(model).run("--mode", "rpc");
            assertThat(run.out().lines().map(JsonObject::parse))
                    .as(run.err())
                    .filteredOn(record -> record.string("method", "").equals("setWidget"))
                    .extracting(record -> record.string("widgetKey") + " " + record.string("widgetPlacement"))
                    .containsExactly("a belowEditor", "b null", "a belowEditor", "b null");
        }
    }

    @Test
    void an_extension_starts_another_agent_as_the_program_it_runs_in() throws Exception {
        write(
                home.resolve(".pi/agent/hooks/subagent.ts"),
                "import { spawn } from 'node:child_process';",
                "export default (pi) => pi.registerCommand('delegate', { handler: async (_args, ctx) => {",
                "  const args = [process.argv[1], '--mode', 'json', '-p', '--no-session', '--no-extensions',",
                "    '--model', 'scripted/scripted-1', '--tools', 'read,bash', '--append-system-prompt', 'Be a"
                        + " scout.',",
                "    'Task: look around'];",
                "  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });",
                "  let out = '', err = '';",
                "  child.stdout.on('data', (data) => (out += data));",
                "  child.stderr.on('data', (data) => (err += data));",
                "  const code = await new Promise((resolve) => child.on('close', resolve));",
                "  const ended = out.split('\\n').filter(Boolean).map((line) => JSON.parse(line))",
                "    .filter((event) => event.type === 'message_end' && event.message.role === 'assistant');",
                "  ctx.ui.notify(code + ' ' + ended.map((event) => event.message.content[0].text).join() + err);",
                "} });");
        try (var model = ScriptedModel.playing(Turn.text("Nothing here."))) {
            var run = pawl(model).asProcess().run("-p", "/delegate");
            assertThat(run.err()).contains("0 Nothing here.");
            assertThat(model.requests().getFirst().bodyText()).contains("Task: look around", "Be a scout.");
        }
    }

    @Test
    void dropped_in_hooks_share_one_order_with_java_hooks() throws Exception {
        var typescript = "export default (pi) => { pi.on('before_agent_start', (event) =>"
                + " ({ systemPrompt: event.systemPrompt + ' NAME' })); };";
        write(home.resolve(".pi/agent/hooks/a.ts"), typescript.replace("NAME", "first"));
        write(home.resolve(".pi/agent/hooks/c.js"), typescript.replace("NAME", "third"));
        write(
                home.resolve(".pi/agent/hooks/b.java"),
                "import module dev.pawl.api;",
                "class Second implements Hook {",
                "    public void install(Host pi) {",
                "        pi.on(HookPoints.BEFORE_AGENT_START,",
                "                (start, _) -> start.withSystemPrompt(start.systemPrompt() + \" second\"));",
                "    }",
                "}");
        try (var model = ScriptedModel.playing(Turn.text("Hi."))) {
            var run = pawl(model).run("-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("Hi.\n");
            assertThat(model.requests().getFirst().bodyText()).contains(" first second third");
        }
    }

    @Test
    void a_dialog_of_a_hook_is_answered_over_rpc() throws Exception {
        try (var model = asking("sudo -n true; echo asked")) {
            var process = pawl(model).start("--mode", "rpc", "--hook", NodePlace.example("permission-gate.ts"));
            try (var lines = new BufferedReader(
                            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                    var out = process.outputWriter()) {
                out.write("{\"type\":\"prompt\",\"message\":\"Go\"}\n");
                out.flush();
                var dialog = await(lines, "extension_ui_request");
                assertThat(dialog.string("method")).isEqualTo("confirm");
                out.write(JsonObject.of("type", "extension_ui_response", "id", dialog.string("id"))
                                .with("confirmed", true)
                        + "\n");
                out.flush();
                await(lines, "agent_settled");
            }
            assertThat(process.waitFor()).isZero();
            assertThat(model.requests().get(1).bodyText()).contains("asked");
        }
    }

    @Test
    void a_signal_that_is_kept_is_aborted_when_the_run_is_aborted() throws Exception {
        write(
                home.resolve(".pi/agent/hooks/holding.ts"),
                "import fs from 'node:fs';",
                "export default (pi: any) => {",
                "  pi.on('session_start', (_event: any, ctx: any) =>",
                "    ctx.ui.notify('idle ' + (ctx.signal === undefined)));",
                "  pi.on('agent_start', (_event: any, ctx: any) => {",
                "    const signal = ctx.signal;",
                "    signal.addEventListener('abort', () => fs.writeFileSync('aborted', String(ctx.signal ==="
                        + " signal)));",
                "    ctx.ui.notify('holding ' + signal.aborted);",
                "  });",
                "};");
        try (var model = ScriptedModel.playing(Turn.stalled())) {
            var process = pawl(model).start("--mode", "rpc");
            try (var lines = new BufferedReader(
                            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                    var out = process.outputWriter()) {
                assertThat(await(lines, "extension_ui_request").string("message"))
                        .isEqualTo("idle true");
                out.write("{\"type\":\"prompt\",\"message\":\"Go\"}\n");
                out.flush();
                assertThat(await(lines, "extension_ui_request").string("message"))
                        .isEqualTo("holding false");
                await(lines, "turn_start");
                out.write("{\"type\":\"abort\"}\n");
                out.flush();
                await(lines, "agent_settled");
                Await.until("the extension has noticed", () -> {
                    assertThat(process.isAlive()).isTrue();
                    return Files.exists(project.resolve("aborted"));
                });
            }
            assertThat(process.waitFor()).isZero();
        }
    }

    @Test
    void a_package_file_that_cannot_be_read_is_named_and_nothing_is_asked() throws Exception {
        var folder = home.resolve(".pi/agent/extensions/broken");
        write(folder.resolve("package.json"), "{ \"pi\": nope");
        write(folder.resolve("index.ts"), "export default () => {};");
        try (var model = ScriptedModel.playing(Turn.text("Hi."))) {
            var run = pawl(model).run("-p", "Go");
            assertThat(run.err()).contains("package.json");
        }
    }

    private static JsonObject await(BufferedReader lines, String type) throws IOException {
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var json = JsonObject.parse(line);
            if (json.string("type", "").equals(type)) {
                return json;
            }
        }
        throw new AssertionError("no " + type + " came");
    }

    @ParameterizedTest
    @ValueSource(strings = {"setInterval(() => {}, 1000);", "for (;;) {}"})
    void a_program_that_is_killed_leaves_no_process_behind(String work) throws Exception {
        write(
                home.resolve(".pi/agent/hooks/busy.ts"),
                "import fs from 'node:fs';",
                "export default (pi: any) => {",
                "  pi.on('agent_start', () => {",
                "    fs.writeFileSync('pid', String(process.pid));",
                "    " + work,
                "  });",
                "};");
        try (var model = ScriptedModel.playing(Turn.stalled())) {
            var process = pawl(model).asProcess().start("-p", "Go");
            process.getOutputStream().close();
            var pid = project.resolve("pid");
            Await.until("the hook is busy", () -> {
                assertThat(process.isAlive()).isTrue();
                return Files.exists(pid) && Files.size(pid) > 0;
            });
            var node = ProcessHandle.of(Long.parseLong(Files.readString(pid)));
            process.destroyForcibly().waitFor();
            if (node.isPresent()) {
                node.get().onExit().get(Patience.SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void hooks_are_notified_of_the_end_and_their_process_ends_with_the_program() throws Exception {
        write(
                home.resolve(".pi/agent/extensions/bye/index.ts"),
                "import fs from 'node:fs';",
                "export default (pi: any) => {",
                "  setInterval(() => {}, 1000);",
                "  pi.on('session_shutdown', async (event: any) => {",
                "    await new Promise((resolve) => setTimeout(resolve, 50));",
                "    fs.writeFileSync('bye', event.reason + ' ' + process.pid);",
                "  });",
                "};");
        try (var model = ScriptedModel.playing(Turn.text("Hi."))) {
            var run = pawl(model).asProcess().run("-p", "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("Hi.\n");
            var bye = Files.readString(project.resolve("bye")).split(" ");
            assertThat(bye[0]).isEqualTo("quit");
            assertThat(ProcessHandle.of(Long.parseLong(bye[1])).filter(ProcessHandle::isAlive))
                    .isEmpty();
        }
    }

    @Test
    void a_start_with_java_hooks_alone_loads_nothing_of_the_bridge() throws Exception {
        write(
                home.resolve(".pi/agent/hooks/Plain.java"),
                "import module dev.pawl.api;",
                "class Plain implements Hook { public void install(Host pi) {} }");
        var log = dir.resolve("classes.log");
        var logging = Map.of("JAVA_TOOL_OPTIONS", "-XX:AOTMode=off -Xlog:class+load:file=" + log);
        try (var model = ScriptedModel.playing(Turn.text("Hi."))) {
            assertThat(pawl(model).with(logging).asProcess().run("-p", "Go").out())
                    .isEqualTo("Hi.\n");
            assertThat(Files.readString(log))
                    .contains("dev.pawl.loader.HookLoader")
                    .doesNotContain("dev.pawl.bridge.");
        }
    }
}
