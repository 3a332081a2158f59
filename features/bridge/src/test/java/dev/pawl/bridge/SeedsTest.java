package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Outcome;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.message.Content;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the first designs of hooks promise to those written in TypeScript. */
@Deep
class SeedsTest {
    @TempDir
    Path dir;

    @Test
    void what_a_command_sends_along_goes_with_its_prompt() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.command("send", { handler: async () => ({ prompt: "Look", attachments: [
                      { id: "1", type: "document", fileName: "a.txt", mimeType: "text/plain", size: 6, content: btoa("inside") },
                      { id: "2", type: "document", fileName: "b.pdf", content: "JVBERi0=", extractedText: "of a PDF" },
                      { id: "3", type: "image", fileName: "c.png", mimeType: "image/png", size: 2, content: "aGk=" },
                    ] }) });
                    """))) {
            var prompt = (Outcome.Prompt) trial.run("send", "");
            assertThat(prompt.text()).isEqualTo("Look");
            assertThat(prompt.attachments()).hasSize(3);
            assertThat(Content.text(prompt.attachments()))
                    .contains("[Document: a.txt]\ninside", "[Document: b.pdf]\nof a PDF");
            assertThat(prompt.attachments().getLast()).isInstanceOf(Content.Image.class);
        }
    }

    @Test
    void getters_are_not_stale_after_a_change() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.registerCommand("level", { handler: async (_, ctx) => {
                      const seen = [ctx.thinkingLevel];
                      ctx.setThinkingLevel("high");
                      seen.push(ctx.thinkingLevel);
                      pi.setThinkingLevel("low");
                      seen.push(ctx.thinkingLevel, pi.getThinkingLevel());
                      return { status: seen.join(" ") };
                    } });
                    """))) {
            assertThat(trial.run("level", "")).isEqualTo(Outcome.status("off high low low"));
        }
    }

    @Test
    void entry_types_are_claimed_by_saying_so_or_by_saving_them() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.registerEntryType("mine");
                    pi.command("save", { handler: (ctx) => ctx.saveEntry({ type: "stack_pop", summary: "x" }) });
                    pi.on("context", (event) => void event.entries.filter((entry) => entry.type === "message"));
                    """))) {
            assertThat(trial.problems()).isEmpty();
            assertThat(trial.engine().hooks().getFirst().registry().entryTypes().byName())
                    .containsOnlyKeys("mine", "stack_pop");
        }
    }

    @Test
    void names_of_the_first_design_can_be_imported() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(
                        dir,
                        node.source(
                                dir.resolve("hook.ts"),
                                "import { discoverAndLoadHooks, loadHooks, HookRunner, HookToolWrapper, execCommand }",
                                "  from '@oh-my-pi/pi-coding-agent/hooks';",
                                "export default (pi: any) => pi.command('use', { handler: async () => {",
                                "  const ended = await execCommand('echo', ['hello'], process.cwd());",
                                "  const runner = { hasHandlers: (name) => name === 'tool_call',",
                                "    emitToolCall: async ({ input }) => ({ block: input.bad, reason: 'no' }) };",
                                "  const tool = new HookToolWrapper({ name: 't', execute: async () => 'ran' },"
                                        + " runner);",
                                "  const bad = await tool.execute('1', { bad: true }).catch((e) => e.message);",
                                "  const told = [];",
                                "  const failing = new HookToolWrapper({ name: 'f', execute: async () => { throw"
                                        + " new Error('broke'); } }, { hasHandlers: (name) => name === 'tool_result',"
                                        + " emitToolResult: async (it) => void told.push(it) });",
                                "  const failed = await failing.execute('3', {}).catch((e) => e.message);",
                                "  const seen = told.map((it) => `${it.isError} ${it.content[0].text}`);",
                                "  const loaded = await loadHooks([], process.cwd());",
                                "  return { status: [ended.stdout.trim(), await tool.execute('2', {}), bad, tool.name,"
                                        + " failed, ...seen,",
                                "    loaded.hooks.length, typeof discoverAndLoadHooks, typeof HookRunner].join(' ') };",
                                "} });"))) {
            assertThat(trial.problems()).isEmpty();
            assertThat(trial.run("use", ""))
                    .isEqualTo(Outcome.status("hello ran no t broke true broke 0 function function"));
        }
    }

    @Test
    void the_parts_of_the_system_prompt_are_complete() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.on("before_agent_start", (event, ctx) => {
                      const options = event.systemPromptOptions;
                      ctx.ui.notify([options.cwd === ctx.cwd, options.skills[0].name, Array.isArray(options.hiddenTools),
                        typeof options.toolGuidelines, options.contextFiles[0].path].join(" "));
                    });
                    """))) {
            var options = new SystemPromptOptions(
                    Map.of(), List.of("read"), Map.of(), List.of(), Map.of("AGENTS.md", "x"), List.of("brave"));
            trial.fire(
                    BEFORE_AGENT_START,
                    new BeforeAgentStart("go", List.of(), null, "prompt", options, List.of(), false));
            assertThat(trial.ui().shown().toString()).contains("true brave true object AGENTS.md");
        }
    }
}
