package dev.pawl.acceptance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.Ui;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.program.PawlProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every member of {@code ctx.ui()}: in a real terminal, and where there is none. */
@Deep
class EveryMemberTest {
    /** The hook that the tests in the program use: a command for each member. */
    private static final Path COMMANDS = Checkout.file("program/screen/src/test/resources/hooks/ui.txt");

    private static final String MORE = """
        pi.command("kinds", "", ctx -> {
            ctx.ui().notify("of my own kind", "celebration");
            ctx.ui().setWidget("k", List.of("above it"), Placement.ABOVE_EDITOR);
            return Outcome.nothing();
        });
        pi.command("whom", "", ctx -> Outcome.status("a user: " + ctx.ui().hasUser() + " in " + ctx.ui().mode()));
        pi.command("unkind", "", ctx -> { ctx.ui().clearWidget("k"); return Outcome.status("cleared away"); });
        """;

    /** Calls every member and writes down what came back, a line each. */
    private static final String ALL = """
        pi.on(AGENT_START, (start, ctx) -> {
            var ui = ctx.ui();
            var said = new ArrayList<String>();
            said.add("hasUi=" + ctx.ui().hasUser() + " mode=" + ctx.ui().mode());
            said.add("select=" + ui.select("t", List.of("a")) + ui.select("t", List.of("a"), DialogOptions.NONE));
            said.add("confirm=" + ui.confirm("t", "m") + ui.confirm("t", "m", DialogOptions.NONE));
            said.add("input=" + ui.input("t", "p") + ui.input("t", "p", DialogOptions.NONE));
            said.add("editor=" + ui.editor("t", "p") + ui.editor());
            said.add("custom=" + ui.<String>custom((s, t, k, d) -> { throw new IllegalStateException("made"); }));
            said.add("overlay=" + ui.<String>overlay((s, t, k, d) -> null, OverlayOptions.centered()));
            ui.notify("NOISE");
            ui.notify("NOISE", Severity.INFO);
            ui.notify("NOISE", "kind");
            ui.setStatus("a", "NOISE");
            ui.setWidget("a", List.of("NOISE"), Placement.ABOVE_EDITOR);
            ui.setWidget("a", (s, t) -> { throw new IllegalStateException("made"); }, Placement.ABOVE_EDITOR);
            ui.clearWidget("a");
            ui.setWorkingMessage("NOISE");
            ui.setWorkingVisible(true);
            ui.setWorkingIndicator(List.of("*"), Duration.ofMillis(10));
            ui.resetWorkingIndicator();
            ui.setHiddenThinkingLabel("NOISE");
            ui.setFooter((s, t, d) -> { throw new IllegalStateException("made"); });
            ui.setHeader((s, t) -> { throw new IllegalStateException("made"); });
            ui.setTitle("NOISE");
            var shown = ui.show(width -> List.of("NOISE"));
            shown.requestRender();
            shown.close();
            ui.setEditorText("NOISE");
            ui.pasteToEditor("NOISE");
            said.add("editorText=" + ui.editorText());
            ui.addAutocompletion(current -> { throw new IllegalStateException("made"); }).close();
            ui.setEditor((s, t, k) -> { throw new IllegalStateException("made"); });
            said.add("setEditor=" + ui.editor());
            ui.onTerminalInput(data -> data).close();
            said.add("theme=" + ui.theme().fg("accent", "plain") + " " + ui.theme("dark") + " " + ui.themes());
            said.add("setTheme=" + ui.setTheme("dark"));
            ui.setToolsExpanded(true);
            said.add("toolsExpanded=" + ui.toolsExpanded());
            said.add("workingMessage=" + ui.workingMessage());
            Files.write(ctx.project().cwd().resolve("said.txt"), said);
        });
        """;

    @TempDir
    Path dir;

    private static void callsEveryMember(String source) {
        var members = new TreeSet<String>();
        Arrays.stream(Ui.class.getMethods()).forEach(method -> members.add(method.getName()));
        assertThat(members)
                .hasSizeGreaterThan(25)
                .allSatisfy(name -> assertThat(source).containsPattern("ui(\\(\\))?\\s*\\.(<String>)?" + name + "\\("));
    }

    @Test
    void in_a_terminal_each_of_them_does_something() throws Exception {
        var hook = Files.readString(COMMANDS) + MORE;
        callsEveryMember(hook);
        try (var seat = Seat.in(dir, Turn.text("Hello.")).hook("ui", hook)) {
            var it = seat.start(100, 40);
            it.submit("/sel ").await("Which one?");
            it.type("\u001b[B", "\r").await("chose green");
            it.submit("/conf ").await("It cannot be undone.");
            it.type("y").await("confirmed true");
            it.submit("/inp ").await("Your name?");
            it.type("Ada", "\r").await("hello Ada");
            it.submit("/edit ").await("Write it");
            it.type(" it", "\r").await("wrote begun it");
            it.submit("/timed ").await("Quick? (1s)");
            it.await("timed out true");
            var other =
                    it.submit("/both ").await("Question").contains("Question one") ? "Question two" : "Question one";
            it.type("\r").await(other);
            it.type("\r").await("both answered");
            it.submit("/interrupted ").await("it was interrupted");
            it.submit("/whom ").await("a user: true in ");
            it.submit("/note ").await("it broke");
            it.submit("/kinds ").await("above it");
            it.await("of my own kind");
            it.submit("/unkind ").await("cleared away");
            it.awaitGone("above it");
            it.submit("/status ").await("first x y z");
            it.submit("/nostatus ").awaitGone("first x y z");
            assertThat(it.submit("/widget ").await("line 10"))
                    .contains("line 1\n", "2 more lines")
                    .doesNotContain("line 11");
            it.submit("/widget2 ").await("a component");
            it.submit("/nowidget ").awaitGone("a component");
            it.submit("/headfoot ").await("OUR FOOTER");
            it.submit("/noheadfoot ").await("scripted-1");
            it.submit("/title ")
                    .await("it has the title", _ -> it.terminal().title().equals("our title"));
            it.submit("/custom ").await("press a key");
            it.type("k").await("pressed k");
            it.submit("/over ").await("floating");
            it.type("x").await("overlay said x");
            it.submit("/show ").await("shown for a while");
            it.type("q").awaitGone("shown for a while");
            it.submit("/text ").await("from the hook, pasted");
            it.type("\u0015").awaitGone("from the hook, pasted");
            it.submit("/complete ").await("completing");
            it.type("#").await("#tag-of-the-hook");
            it.type("\u001b").awaitGone("#tag-of-the-hook");
            it.type("\u0015");
            it.submit("/neweditor ").await("OTHER EDITOR");
            it.type("!").await("OTHER EDITOR [!]");
            it.type("\r").awaitGone("OTHER EDITOR");
            it.submit("/listen ").await("listening");
            it.type("zap").await("zbp");
            it.type("\u0015").awaitGone("zbp");
            it.submit("/unlisten ").await("deaf");
            it.submit("/themes ").await("now light");
            it.submit("/expand ").await("expanded false then true");
            it.submit("/working ").await("Thinking about cheese");
            it.await("Hello.");
            it.submit("/reload ").await("loaded again");
            it.awaitGone("OUR FOOTER");
            it.type("\u0004").await(Seat.PROMPT.strip());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void without_a_user_each_of_them_answers_as_if_cancelled_and_shows_nothing(String mode) throws Exception {
        callsEveryMember(ALL);
        try (var seat = Seat.in(dir, Turn.text("Answered.")).hook("all", ALL)) {
            var run = new PawlProcess(seat.home, seat.project).run("-p", "--mode", mode, "Hi");

            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.out()).contains("Answered.").doesNotContain("NOISE", "\u001b");
            assertThat(run.err()).doesNotContain("failed", "\u001b");
            assertThat(Files.readAllLines(seat.project.resolve("said.txt")))
                    .isEqualTo(List.of(
                            "hasUi=false mode=" + (mode.equals("text") ? "PRINT" : "JSON"),
                            "select=Optional.emptyOptional.empty",
                            "confirm=falsefalse",
                            "input=Optional.emptyOptional.empty",
                            "editor=Optional.emptynull",
                            "custom=Optional.empty",
                            "overlay=Optional.empty",
                            "editorText=",
                            "setEditor=null",
                            "theme=plain null []",
                            "setTheme=UI not available",
                            "toolsExpanded=false",
                            "workingMessage=null"));
        }
    }
}
