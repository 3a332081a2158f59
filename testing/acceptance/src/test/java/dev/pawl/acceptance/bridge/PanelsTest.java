package dev.pawl.acceptance.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.terminal.TerminalRun;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a TypeScript hook can put on the screen of the program, in a terminal. */
@Deep
class PanelsTest {
    @TempDir
    Path dir;

    @Test
    void every_part_of_the_screen_can_be_drawn_by_a_hook() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("Heard."));
                var it = TerminalRun.start(
                        NodePlace.in(dir).pawl(model).asProcess(), 90, 30, "--hook", NodePlace.example("panels.ts"))) {
            it.await("my footer: status-one 90x30 no branch");
            assertThat(it.screen()).contains("my header", "my widget");
            it.resize(80, 24).await("my footer: status-one 80x24");

            // A list that is there by itself would take the tab for a choice.
            it.type("see #").await("#42 answer");
            it.type("\u001b[B", "\r").await("see #42");
            it.type("\u0003");

            it.submit("/panel").await("| panel ");
            it.type("x").await("| panel x");
            it.type("u").await("| panel xu");
            it.submit("/hide").await("hidden true, focused false, at 56 wide 24");
            it.awaitGone("| panel");
            it.submit("/hide").await("| panel xu");
            it.submit("/focus").await("the panel has the keyboard: true");
            it.type("y").await("| panel xuy");
            it.type("\u001b").await("closed after xuy");
            it.awaitGone("| panel");

            it.submit("/fancy").await("~ fancy ~");
            it.submit("Hello").await("Heard.");
            assertThat(model.requests().getFirst().bodyText()).contains("Hello");
            it.submit("/plain").await("editor true, text \"\"");
            assertThat(it.screen()).doesNotContain("~ fancy ~", "my footer", "my widget");
            it.type("\u0004");
            assertThat(it.ended()).isZero();
        }
    }

    @Test
    void an_overlay_that_cannot_be_drawn_is_taken_down_and_reported() throws Exception {
        var hook = dir.resolve("torn.ts");
        NodePlace.write(
                hook,
                "export default (pi) => pi.registerCommand('torn', { handler: async (_args, ctx) => {",
                "  let torn = false;",
                "  const answer = await ctx.ui.custom((tui) => ({",
                "    render: () => { if (torn) throw new Error('torn apart'); return ['| whole']; },",
                "    handleInput: () => { torn = true; tui.requestRender(); },",
                "    invalidate() {},",
                "  }), { overlay: true });",
                "  ctx.ui.notify('answered ' + answer);",
                "} });");
        try (var model = ScriptedModel.playing(Turn.text("Heard."));
                var it = TerminalRun.start(
                        NodePlace.in(dir).pawl(model).asProcess(), 90, 30, "--hook", hook.toString())) {
            it.await("────");
            it.submit("/torn").await("| whole");
            it.type("x").await("torn apart");
            it.await("answered undefined");
            it.awaitGone("| whole");
            assertThat(it.screen()).contains("torn.ts");
            it.submit("Hello").await("Heard.");
            it.type("\u0004");
            assertThat(it.ended()).isZero();
        }
    }

    @Test
    void an_overlay_that_is_given_the_keyboard_before_it_is_shown_has_it_and_draws_its_cursor() throws Exception {
        var hook = dir.resolve("panel.ts");
        NodePlace.write(
                hook,
                "import { renderFakeCursor } from '@earendil-works/pi-tui';",
                "export default (pi) => pi.registerCommand('panel', { handler: async (_args, ctx) => {",
                "  let typed = '';",
                "  const answer = await ctx.ui.custom((tui, _theme, _keys, done) => ({",
                "    render: () => ['| >' + typed + renderFakeCursor('_')],",
                "    handleInput: (key) => { if (key === 'q') return done(typed); typed += key; tui.requestRender();"
                        + " },",
                "    invalidate() {},",
                "  }), { overlay: true, overlayOptions: { nonCapturing: true }, onHandle: (handle) => handle.focus()"
                        + " });",
                "  ctx.ui.notify('answered ' + answer);",
                "} });");
        try (var model = ScriptedModel.playing(Turn.text("Heard."));
                var it = TerminalRun.start(
                        NodePlace.in(dir).pawl(model).asProcess(), 90, 30, "--hook", hook.toString())) {
            it.await("────");
            it.submit("/panel").await("| >_");
            it.type("a", "b").await("| >ab_");
            it.type("q").await("answered ab");
            it.type("\u0004");
            assertThat(it.ended()).isZero();
        }
    }

    @Test
    void a_question_begins_at_the_answer_that_its_hook_named() throws Exception {
        var hook = dir.resolve("ask.ts");
        NodePlace.write(
                hook,
                "export default (pi) => {",
                "  const ask = (name, options) => pi.registerCommand(name, { handler: async (_args, ctx) =>",
                "    ctx.ui.notify(name + ' ' + await ctx.ui.confirm('Sure?', 'Really.', options)) });",
                "  ask('plain');",
                "  ask('yes', { preselected: true });",
                "  ask('no', { preselected: false });",
                "};");
        try (var model = ScriptedModel.playing(Turn.text("Heard."));
                var it = TerminalRun.start(
                        NodePlace.in(dir).pawl(model).asProcess(), 90, 30, "--hook", hook.toString())) {
            it.await("────");
            it.submit("/plain").await("Sure?");
            it.type("\r").await("plain false");
            it.submit("/yes").await("Sure?");
            it.type("\r").await("yes true");
            it.submit("/no").await("Sure?");
            it.type("\r").await("no false");
            it.type("\u0004");
            assertThat(it.ended()).isZero();
        }
    }
}
