package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hostile texts wherever texts come from: nothing of them reaches the terminal but what one may read. */
@Deep
class AttackTest {
    @TempDir
    Path dir;

    private static final String COLOUR = "\u001b\\[38;[0-9;]*m";

    private static final String HOSTILE = """
            var line = read("line.txt");
            var lines = read("lines.txt");
            pi.command("note", "", ctx -> {
                ctx.ui().notify(lines + "\\nNOTED");
                ctx.ui().notify(lines + "\\nNOTED", Severity.WARNING);
                ctx.ui().notify(lines + "\\nNOTED", Severity.ERROR);
                return Outcome.nothing();
            });
            pi.command("status", "", ctx -> { ctx.ui().setStatus("s" + line, "STATUS" + line); return Outcome.nothing(); });
            pi.command("widget", "", ctx -> {
                ctx.ui().setWidget("w", List.of("WIDGET" + line, lines), Placement.ABOVE_EDITOR);
                return Outcome.nothing();
            });
            pi.command("component", "", ctx -> {
                ctx.ui().setWidget("w", (s, t) -> width -> List.of("COMPONENT" + line, lines), Placement.BELOW_EDITOR);
                return Outcome.nothing();
            });
            pi.command("head", "", ctx -> {
                ctx.ui().setWidget("w", List.of(), Placement.ABOVE_EDITOR);
                ctx.ui().setHeader((s, t) -> width -> List.of("HEADER" + line, lines));
                ctx.ui().notify("HEADER is set");
                return Outcome.nothing();
            });
            pi.command("foot", "", ctx -> {
                ctx.ui().setFooter((s, t, data) -> width -> List.of("FOOTER" + line + data.statuses() + data.gitBranch()));
                return Outcome.nothing();
            });
            pi.command("working", "", ctx -> {
                ctx.ui().setFooter(null);
                ctx.ui().setHiddenThinkingLabel(line);
                ctx.ui().setWorkingMessage("WORKING" + line);
                ctx.ui().setWorkingIndicator(List.of("*" + line.substring(0, 30), "+\\u001b[2J\\u0007"), Duration.ofMillis(50));
                ctx.messages().sendUser("go " + lines);
                return Outcome.nothing();
            });
            pi.command("message", "", ctx -> {
                ctx.messages().send(HookMessage.of("kind" + line, lines + "\\nMESSAGE"));
                return Outcome.nothing();
            });
            pi.entryRenderer("hostile", (entry, options, theme) -> width -> List.of("ENTRY" + line, lines));
            pi.command("entry", "", ctx -> { ctx.session().append("hostile", line); return Outcome.nothing(); });
            pi.command("outcome", "", ctx -> Outcome.status(lines + "\\nOUTCOME"));
            pi.command("fail", "", ctx -> { throw new IllegalStateException(lines + "\\nFAILED"); });
            pi.command("christen", "", ctx -> { ctx.session().rename("NAMED" + line); return Outcome.status("NAMED now"); });
            pi.command("text", "", ctx -> { ctx.ui().setEditorText(lines + "\\nTEXT"); return Outcome.nothing(); });
            pi.command("label", "", ctx -> {
                ctx.session().label(ctx.session().leafId(), "LABEL" + line);
                return Outcome.status("LABEL set");
            });
            pi.command("hostile", "HOSTDESC" + line, ctx -> Outcome.nothing());
            pi.command("select", "", ctx -> {
                ctx.ui().select("SELECT" + line, List.of("a" + line, "b" + lines));
                return Outcome.nothing();
            });
            pi.command("confirm", "", ctx -> { ctx.ui().confirm("CONFIRM" + line, line); return Outcome.nothing(); });
            pi.command("input", "", ctx -> { ctx.ui().input("INPUT" + line, line); return Outcome.nothing(); });
            pi.command("editor", "", ctx -> { ctx.ui().editor("EDITOR" + line, lines); return Outcome.nothing(); });
            pi.command("custom", "", ctx -> {
                ctx.ui().<String>custom((s, t, k, done) -> new Shown("CUSTOM" + line, lines, done));
                return Outcome.nothing();
            });
            pi.command("overlay", "", ctx -> {
                ctx.ui().<String>overlay((s, t, k, done) -> new Shown("OVERLAY" + line, lines, done),
                        OverlayOptions.centered());
                return Outcome.nothing();
            });
            pi.command("title", "", ctx -> { ctx.ui().setTitle("TITLE" + lines); return Outcome.nothing(); });
        }

        static String read(String name) {
            try {
                return Files.readString(Path.of(name));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        record Shown(String one, String two, DialogFactory.Done<String> done) implements Component {
            public List<String> render(int width) { return List.of(one, two); }
            public void handleInput(String data) { done.done(null); }
            public boolean focusable() { return true; }
        """;

    private TerminalRun it;
    private Set<String> modes;
    private String title;
    private long cleared = System.nanoTime() - 600_000_000;

    /** The terminal is in the state in which it was, and was sent nothing but what the program says itself. */
    private void unharmed(String where) throws Exception {
        it.await(where + " leaves the modes as they were", _ -> {
            // In the middle of a drawing others are on, and where nothing is written there is no cursor.
            var now = it.terminal().modes();
            now.add("?25");
            return now.equals(modes);
        });
        assertThat(RawStream.strangers(it.terminal().written())).as(where).isEmpty();
        assertThat(it.terminal().title()).as(where).isEqualTo(title);
    }

    /** Waits for a title that begins so; it is text and nothing else. */
    private String titled(String begin) throws Exception {
        it.await("the title is set", _ -> it.terminal().title().startsWith(begin));
        assertThat(it.terminal().title().codePoints()).noneMatch(Character::isISOControl);
        return it.terminal().title();
    }

    /** Empties the editor. Twice within half a second would be a wish to leave, so the last time is waited out. */
    private void clear() throws Exception {
        it.type("CLEARED").await("CLEARED");
        it.await("half a second after the last ctrl+c", _ -> System.nanoTime() - cleared > 600_000_000);
        it.type("\u0003").awaitGone("CLEARED");
        // It was taken before now, so the next one is late enough even if nobody had time for the keys meanwhile.
        cleared = System.nanoTime();
    }

    private void begin(Seat seat, String... args) throws Exception {
        it = seat.start(100, 30, args);
        it.type("x").await("x");
        it.type("\u007f");
        modes = it.terminal().modes();
        title = it.terminal().title();
        // What the shell and its terminal said before.
        it.terminal().written();
    }

    private void leave() throws Exception {
        clear();
        it.await("the cursor is there", _ -> it.terminal().modes().equals(modes));
        it.type("\u0004").await(Seat.PROMPT.strip());
        it.await("the terminal is as it was", _ -> it.terminal().modes().equals(Set.of("?25", "?7")));
    }

    @Test
    void the_checker_knows_what_is_foreign() {
        assertThat(RawStream.strangers("\u001b[?2026h\u001b[2J\u001b[Htext\u001b[1m\r\n\u001b[0m\u001b[3A\u001b[K"))
                .isEmpty();
        for (var attack : List.of(
                "\u001b]0;a\u0007\u001b]52;c;eA==\u0007",
                "\u001b[6n",
                "\u001bc",
                "\u009b5n",
                "\b",
                "\u202e",
                "\u001b[38;5;213m",
                "\u001b]8;;javascript:x\u0007",
                "\u001b[",
                "\u001b]0;a")) {
            assertThat(RawStream.strangers(attack)).as(attack).hasSize(1);
        }
    }

    @Test
    void what_models_and_tools_say() throws Exception {
        var command = ": " + "'" + Attacks.line("in the command ").replace("'", "") + "'";
        var turns = new Turn[] {
            Turn.text(Attacks.lines("end of the text")),
            Turn.text("```\n" + Attacks.lines("end of the code") + "\n```\n\n| a | b |\n|---|---|\n| "
                    + Attacks.line("cell ").replace("|", "") + " | c |\n\n# " + Attacks.line("heading ")
                    + "\n\n[link](https://example.org/\u001b]0;pwned\u0007) end of markdown"),
            Turn.thinking(Attacks.lines("end of the thought")).andText("Thought."),
            Turn.calls(call("bash", JsonObject.of("command", "cat attack.bin; cat attack.bin >&2"))),
            Turn.text("Catted."),
            Turn.calls(call("bash", JsonObject.of("command", command))),
            Turn.text("Commanded."),
            Turn.calls(
                    call("read", JsonObject.of("path", Attacks.line("no such file "))),
                    call(
                            "edit",
                            JsonObject.parse("{\"path\": \"attack.txt\"}")
                                    .with(
                                            "edits",
                                            List.of(JsonObject.of(
                                                    "oldText", "begin", "newText", Attacks.line("new "))))),
                    call("write", JsonObject.of("path", "w.txt", "content", Attacks.lines("end of the file"))),
                    call("grep", JsonObject.of("pattern", Attacks.line("("))),
                    call("evil\u001b]0;pwned\u0007", JsonObject.of("a\u001b[2J", Attacks.line("argument "))),
                    call("ls", JsonObject.of("path", "names"))),
            Turn.text("Tooled."),
            Turn.status(400).message(Attacks.line("The provider says no: ")),
            Turn.text("end")
        };
        try (var seat = Seat.in(dir, turns)) {
            var bytes = new java.io.ByteArrayOutputStream();
            bytes.write(Attacks.lines("").getBytes(StandardCharsets.UTF_8));
            bytes.write(
                    new byte[] {(byte) 0xff, (byte) 0xfe, (byte) 0xc0, (byte) 0x80, (byte) 0xe2, (byte) 0x28, 0, '\n'});
            bytes.write("end of the output\n".getBytes(StandardCharsets.UTF_8));
            Files.write(seat.project.resolve("attack.bin"), bytes.toByteArray());
            seat.file("attack.txt", "begin\n");
            hostileNames(seat);
            begin(seat, "--tools", "read,bash,edit,write,grep,find,ls");
            it.submit("Speak").await("end of the text");
            unharmed("the text of an answer");
            it.submit("Markdown").await("end of markdown");
            unharmed("Markdown");
            it.submit("Think").await("Thought.");
            unharmed("what it thinks");
            it.submit("Cat").await("Catted.");
            it.await("end of the output");
            it.type("\u000f").await("end of the output");
            unharmed("what a tool writes");
            it.submit("Command").await("Commanded.");
            unharmed("what a tool is asked");
            it.submit("Tools").await("Tooled.");
            unharmed("arguments, names and files of tools");
            it.submit("Fail").await("The provider says no:");
            unharmed("what a provider says");
            it.type("@names/");
            it.await(
                    "files are offered",
                    now -> now.contains("@names/")
                            && now.substring(now.lastIndexOf("@names/")).contains(" plain"));
            unharmed("names of files in the completion");
            leave();
        }
    }

    @Test
    void what_hooks_say() throws Exception {
        try (var seat = Seat.in(dir, Turn.stalled(), Turn.text("Hello again."))) {
            // Colours are a hook's own to choose.
            seat.file("line.txt", Attacks.line("").replaceAll(COLOUR, ""));
            seat.file("lines.txt", Attacks.lines("end of lines").replaceAll(COLOUR, ""));
            seat.hook("hostile", HOSTILE);
            begin(seat);
            var commands = List.of(
                    "note NOTED",
                    "status STATUS",
                    "widget WIDGET",
                    "component COMPONENT",
                    "head HEADER",
                    "foot FOOTER",
                    "message MESSAGE",
                    "entry ENTRY",
                    "outcome OUTCOME",
                    "fail FAILED",
                    "christen NAMED",
                    "text TEXT",
                    "label LABEL");
            for (var command : commands) {
                it.type("/" + command.split(" ")[0], " ", "\r").await(command.split(" ")[1]);
                title = command.startsWith("christen") ? titled("pawl - project - NAMED") : title;
                unharmed(command);
                if (command.startsWith("text")) {
                    clear();
                }
            }
            for (var dialog : List.of(
                    "select SELECT",
                    "confirm CONFIRM",
                    "input INPUT",
                    "editor EDITOR",
                    "custom CUSTOM",
                    "overlay OVERLAY")) {
                it.type("/" + dialog.split(" ")[0], " ", "\r").await(dialog.split(" ")[1]);
                unharmed(dialog);
                it.type("\u001b").awaitGone(dialog.split(" ")[1]);
            }
            it.type("/working", " ", "\r").await("WORKING");
            unharmed("the working message");
            it.type("\u001b").awaitGone("WORKING");
            // The title is the hook's own to set; but not what else it says there.
            it.type("/title", " ", "\r");
            title = titled("TITLE");
            unharmed("the title");
            it.type("/host").await("HOSTDESC");
            unharmed("the description of a command");
            clear();
            it.submit("/hooks ").await("hostile.java");
            unharmed("/hooks");
            leave();
        }
    }

    @Test
    void names_of_things_and_what_people_paste() throws Exception {
        var slow = Turn.calls(call("bash", JsonObject.of("command", "while [ ! -e go ]; do sleep 0.05; done")));
        try (var seat = Seat.in(dir, slow, Turn.text("Done."), Turn.text("Again."))) {
            var hostile = Attacks.line("");
            seat.file(".git/HEAD", "ref: refs/heads/BRANCH" + hostile.replace("\n", "") + "\n");
            var models = seat.model.modelsJson("openai-completions");
            var provider = models.object("providers").object("scripted");
            var one = provider.objects("models").getFirst();
            seat.user(
                    "models.json",
                    JsonObject.of(
                                    "providers",
                                    JsonObject.of(
                                            "scripted",
                                            provider.with(
                                                    "models",
                                                    List.of(
                                                            one,
                                                            one.with("id", "MODEL" + hostile)
                                                                    .with("name", "NAME" + hostile)))))
                            .toString());
            seat.user("prompts/template.md", "---\ndescription: \"TEMPLATE" + escaped(hostile) + "\"\n---\nHello");
            seat.user("AGENTS.md", hostile);
            begin(seat);
            it.await("BRANCH");
            unharmed("the branch");
            it.type("\f").await("MODEL");
            unharmed("names of models");
            it.type("\u001b").awaitGone("MODEL");
            it.type("/templ").await("TEMPLATE");
            unharmed("the description of a template");
            clear();
            for (var attack : Attacks.ALL) {
                it.paste(attack);
            }
            it.paste("PASTED").await("PASTED");
            unharmed("what is pasted");
            clear();
            it.awaitGone("PASTED");
            it.submit("Wait").await("while [");
            it.type("QUEUED").paste(hostile).type("\r").await("QUEUED");
            unharmed("what waits");
            seat.file("go", "");
            it.await("Done.");
            it.awaitGone("Working");
            unharmed("what a user said");
            it.type("/name NAMED").paste(hostile).type("\r").await("Session: NAMED");
            title = titled("pawl - project - NAMED");
            unharmed("the name of a session");
            it.type("/resume", " ", "\r").await("Sessions of this project");
            it.await("→ NAMED");
            unharmed("the list of sessions");
            it.type("\u001b").awaitGone("→ NAMED");
            it.type("/tree", " ", "\r").await("type to search");
            unharmed("the tree");
            it.type("\u001b").awaitGone("type to search");
            it.type("!printf 'SHELL \\033]0;pwned\\007\\033[2J\\377 end of it'", "\r")
                    .await("end of it");
            unharmed("a command of the user's");
            leave();
        }
    }

    /** The inside of a text of YAML in double quotes: control characters themselves are none, but can be named there. */
    private static String escaped(String text) {
        return text.codePoints()
                .mapToObj(point -> point >= ' ' && point < 0x7f && point != '"' && point != '\\'
                        ? Character.toString(point)
                        : "\\U%08x".formatted(point))
                .collect(Collectors.joining());
    }

    /** Files whose names are attacks; some file systems do not know such names, then there are fewer. */
    private static void hostileNames(Seat seat) throws Exception {
        var names = Files.createDirectories(seat.project.resolve("names"));
        var script = """
            cd "$1" || exit 1
            touch "$(printf 'a\\033]0;pwned\\007title')" "$(printf 'b\\033[2Jclear')" "$(printf 'c\\302\\2335n')"
            touch "$(printf 'd\\342\\200\\256gnp.exe')" "$(printf 'e\\377\\376invalid')" "$(printf 'f\\nline')"
            touch "$(printf 'g\\b\\b\\bback')" "$(printf 'h\\033[38;5;213mpink')" plain
            exit 0
            """;
        new ProcessBuilder("sh", "-c", script, "sh", names.toString()).start().waitFor();
    }
}
