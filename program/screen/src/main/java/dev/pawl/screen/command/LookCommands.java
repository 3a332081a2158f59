package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.cli.FamiliarCommand;
import dev.pawl.cli.SlashCommand;
import dev.pawl.screen.dialog.Search;
import dev.pawl.screen.look.Facts;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.look.KeyTable;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.screen.view.Shortcuts;
import dev.pawl.tui.screen.Tui;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commands about the screen itself: keys, help, what is new, and what is copied off it. */
public final class LookCommands {
    private final CommandScope out;
    private final AgentScreen screen;
    private final Look look;
    private final Agent agent;
    private final Shortcuts shortcuts;

    LookCommands(CommandScope out, Shortcuts shortcuts) {
        this.out = out;
        this.screen = out.screen();
        this.look = out.screen().look;
        this.agent = out.agent();
        this.shortcuts = shortcuts;
    }

    void copy() throws InterruptedException {
        var text = agent.lastText();
        if (text == null) {
            out.status("The model has not answered yet.");
            return;
        }
        var done = screen.copying.copy(text);
        if (done.program() != null) {
            out.status("The last answer is in the clipboard (" + done.program() + ")"
                    + (done.handed() ? ", and was handed to the terminal at your end (OSC 52)." : "."));
        } else if (done.handed()) {
            out.status("No clipboard program took the last answer (pbcopy, wl-copy, xclip, xsel, clip.exe). It was"
                    + " handed to the terminal (OSC 52), which does not report whether it keeps it.");
        } else {
            out.warn("The last answer was not copied: no clipboard program took it (pbcopy, wl-copy, xclip, xsel,"
                    + " clip.exe), and it is too long for the terminal. /export writes the session to a file.");
        }
    }

    /** Searches the messages and tool calls for words. */
    void find(String words) throws InterruptedException {
        var keys = look.keys;
        var places = screen.tui.call(() -> Search.Place.of(screen.tui.body().all(), screen.tui.columns()));
        var stays = screen.menus.<Boolean>open(
                "Find",
                "",
                Hints.of(
                        keys.text("tui.altScreen.searchPrevious") + " or " + keys.text("tui.select.up") + " earlier",
                        keys.text("tui.altScreen.searchNext") + " or " + keys.text("tui.select.down") + " later",
                        keys.text("tui.altScreen.searchClose") + " done",
                        "ctrl+c back to the end"),
                done -> new Search(look, places, words, done));
        if (stays.isEmpty()) {
            screen.tui.run(screen.tui::scrollToEnd);
        }
    }

    void hotkeys() throws InterruptedException {
        var facts = new Facts(
                look,
                "Keys; yours are in " + look.path(screen.folders.agentDir().resolve("keybindings.json")));
        var groups = KeyTable.groups();
        group(facts, groups.getFirst());
        var bound = shortcuts.of(agent.engine().hooks());
        if (!bound.isEmpty()) {
            facts.heading("Hooks");
            bound.forEach((key, one) -> facts.add(
                    key,
                    one.shortcut().description() + " (" + look.path(one.hook().path()) + ")"));
        }
        for (var group : groups.subList(1, groups.size())) {
            if (screen.tui.mode() == Tui.Mode.FULLSCREEN || !group.isOfFullscreen()) {
                group(facts, group);
            }
        }
        out.report(facts);
    }

    private void group(Facts facts, KeyTable.Group group) {
        var keys = look.keys;
        facts.heading(group.title());
        for (var action : group.actions()) {
            var text = keys.text(action.id());
            if (!text.isEmpty()) {
                facts.add(text, action.description());
            }
        }
    }

    void help() throws InterruptedException {
        var facts = new Facts(look, "Commands");
        for (var command : SlashCommand.values()) {
            var argument = command.argument;
            facts.add("/" + command.word() + (argument == null ? "" : " " + argument), command.description);
        }
        var brought = agent.context().tools().commands();
        if (!brought.isEmpty()) {
            facts.heading("Brought by hooks, skills and templates");
            for (var info : brought) {
                var about = info.description();
                facts.add("/" + info.name(), about == null ? "" : about);
            }
        }
        var familiar = Stream.of(FamiliarCommand.values()).map(command -> "/" + command.word());
        facts.heading("Understood, too: " + familiar.collect(Collectors.joining(", ")));
        facts.heading("In the editor");
        facts.add("!command", "runs it in the shell; the model sees what came of it");
        facts.add("!!command", "runs it in the shell; the model does not");
        facts.add("@file", "names a file; type a few letters of it");
        out.report(facts);
    }

    void changelog() throws IOException, InterruptedException {
        try (var in = LookCommands.class.getResourceAsStream("CHANGELOG.md")) {
            out.reportMarkdown(
                    in == null
                            ? "This build has no changelog in it; CHANGELOG.md of the sources is one."
                            : unwrapped(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    /** Paragraphs in one line each, for a file's lines end where its writer's screen did. */
    public static String unwrapped(String markdown) {
        var text = new StringBuilder();
        boolean open = false;
        for (var line : markdown.lines().toList()) {
            var words = line.strip();
            boolean begins = words.isEmpty() || words.startsWith("#") || words.startsWith("- ");
            if (!text.isEmpty()) {
                text.append(open && !begins ? " " : "\n");
            }
            text.append(open && !begins ? words : line.stripTrailing());
            open = !words.isEmpty() && !words.startsWith("#");
        }
        return text.toString();
    }
}
