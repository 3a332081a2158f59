package dev.pawl.app.interactive;

import dev.pawl.api.CommandContext;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.config.Folders;
import dev.pawl.config.Keys;
import dev.pawl.config.Trust;
import dev.pawl.config.TrustOption;
import dev.pawl.session.SessionList;
import dev.pawl.tui.text.Untrusted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The commands about the session: where in it one is, which one it is, and what becomes of it. */
final class SessionCommands {
    private final Desk desk;
    private final Menus menus;

    SessionCommands(Desk desk, Menus menus) {
        this.desk = desk;
        this.menus = menus;
    }

    void resume() throws InterruptedException {
        var list = new SessionList(
                desk.sessionPaths(),
                desk.face().folders.agentDir().resolve("cache").resolve("pawl-sessions"));
        var picked = new SessionPicker(
                        desk.face(),
                        menus,
                        desk.sessions(),
                        list,
                        desk.agent().session().cwd())
                .pick(desk.agent().session().file());
        if (picked != null) {
            go(picked);
        }
    }

    private void go(Path file) throws InterruptedException {
        if (!desk.agent().switchSession(file)) {
            desk.status("A hook kept the session from being changed.");
        }
    }

    void tree() throws InterruptedException {
        var session = desk.agent().session();
        if (session.leafId() == null && session.tree().isEmpty()) {
            desk.status("There is nothing in this session yet.");
            return;
        }
        var picked = new TreePicker(desk, menus).pick();
        if (picked == null || picked.equals(session.leafId())) {
            return;
        }
        var navigation = summaryWish();
        if (navigation == null) {
            return;
        }
        if (!desk.agent().isIdle()) {
            desk.agent().abort();
        }
        var face = desk.face();
        if (navigation.summarize()) {
            face.progress("Summing up the branch that is left");
        }
        try {
            var moved = desk.agent().navigateTree(picked, navigation);
            if (moved.cancelled()) {
                desk.status(moved.aborted() ? "It was called off." : "A hook kept it from being done.");
                return;
            }
            desk.redraw();
            if (moved.text() != null) {
                desk.write(moved.text());
            }
        } finally {
            face.progress(null);
        }
    }

    /** Whether what is left is to be summed up, and how; null if the person would rather stay. */
    private CommandContext.@Nullable Navigation summaryWish() throws InterruptedException {
        if (desk.settings().get(Keys.BRANCH_SUMMARY_SKIP)) {
            return CommandContext.Navigation.plain();
        }
        var answer = desk.face()
                .questions
                .choose(
                        "Sum up the branch that you leave?",
                        "",
                        List.of("No summary", "Summarize", "Summarize, and mind something especially"),
                        DialogOptions.NONE)
                .orElse(-1);
        return switch (answer) {
            case 0 -> CommandContext.Navigation.plain();
            case 1 -> new CommandContext.Navigation(true, null, false, null);
            case 2 -> {
                var instructions = desk.face().questions.editor("What should the summary mind?", "");
                yield instructions
                        .map(text -> new CommandContext.Navigation(true, text, false, null))
                        .orElse(null);
            }
            default -> null;
        };
    }

    private record Said(String entryId, String text) {}

    void fork() throws InterruptedException {
        var said = new ArrayList<Said>();
        for (var entry : desk.agent().session().branch()) {
            if (entry instanceof Entry.MessageEntry kept && kept.message() instanceof Message.User user) {
                said.add(new Said(entry.id(), user.text()));
            }
        }
        if (said.isEmpty()) {
            desk.status("Nothing was said yet that a session could begin from.");
            return;
        }
        var chosen = menus.pick(
                "Begin a session in front of which message?", said, said.getLast(), one -> Picker.Line.of(one.text()));
        if (chosen.isPresent()) {
            var forked = desk.agent().fork(chosen.get().entryId(), CommandContext.ForkPosition.BEFORE);
            if (forked.cancelled()) {
                desk.status("A hook kept the session from being forked.");
            } else if (forked.text() != null) {
                desk.write(forked.text());
            }
        }
    }

    void copy() throws InterruptedException {
        var leaf = desk.agent().session().leafId();
        if (leaf == null) {
            desk.status("There is nothing in this session to copy yet.");
        } else if (!desk.agent().fork(leaf, CommandContext.ForkPosition.AT).cancelled()) {
            desk.status("This is a copy now; the session it was made from stays as it was.");
        }
    }

    void name(String name) {
        if (name.isEmpty()) {
            var current = desk.agent().session().name();
            desk.status(current == null ? "This session has no name. Give it one: /name …" : "Session: " + current);
        } else {
            desk.agent().setSessionName(name);
            desk.status("Session: " + name);
        }
    }

    void figures() {
        var session = desk.agent().session();
        var stats = session.stats();
        var usage = stats.usage();
        var lines = new StringBuilder();
        add(
                lines,
                "File",
                session.file() == null ? "kept nowhere" : desk.face().look.path(session.file()));
        add(lines, "Id", session.id());
        if (session.name() != null) {
            add(lines, "Name", Untrusted.line(session.name()));
        }
        add(
                lines,
                "Messages",
                stats.totalMessages() + " (" + stats.userMessages() + " yours, " + stats.assistantMessages()
                        + " the model's, " + stats.toolResults() + " results of tools)");
        add(
                lines,
                "Tokens",
                String.format(
                        Locale.ROOT,
                        "%,d in, %,d out, %,d read from cache, %,d written to it",
                        usage.input(),
                        usage.output(),
                        usage.cacheRead(),
                        usage.cacheWrite()));
        add(lines, "Cost", Figures.dollars(usage.cost().total()));
        var window = desk.agent().contextUsage();
        if (window != null && window.tokens() != null) {
            add(
                    lines,
                    "Context",
                    String.format(Locale.ROOT, "%,d of %,d tokens", window.tokens(), window.contextWindow()));
        }
        var rewrite = window == null ? null : window.rewrite();
        if (rewrite != null) {
            add(lines, "Cache", rewrite.note());
        }
        desk.report(Styled.plain(() -> lines.toString().stripTrailing()));
    }

    private void add(StringBuilder lines, String what, String value) {
        lines.append(' ')
                .append(desk.face().look.muted(String.format(Locale.ROOT, "%-9s", what)))
                .append(value)
                .append('\n');
    }

    void compact(String instructions) throws InterruptedException {
        desk.agent().compact(instructions.isEmpty() ? null : instructions);
    }

    void export(String written) throws IOException {
        if (written.endsWith(".html")) {
            desk.warn("A session is written as .jsonl in this version; pages are still to come.");
            return;
        }
        var cwd = desk.agent().session().cwd();
        var name = written.isEmpty()
                ? "session-"
                        + LocalDateTime.now(ZoneId.systemDefault())
                                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss", Locale.ROOT))
                        + ".jsonl"
                : written;
        var target = path(cwd, name);
        if (Files.exists(target)) {
            desk.warn(desk.face().look.path(target) + " exists already. Name another file.");
            return;
        }
        desk.sessions().export(desk.agent().session(), target);
        desk.status("Written to " + desk.face().look.path(target));
    }

    void adopt(String written) throws IOException, InterruptedException {
        if (written.isEmpty()) {
            desk.warn("Name the file to import: /import file.jsonl");
            return;
        }
        var cwd = desk.agent().session().cwd();
        var file = path(cwd, written);
        if (!Files.isRegularFile(file)) {
            desk.warn("There is no file " + desk.face().look.path(file));
            return;
        }
        go(desk.sessions().adopt(file, cwd));
    }

    private Path path(Path cwd, String written) {
        var found = desk.face().folders.find(cwd, written);
        return found == null ? cwd.resolve(written) : found;
    }

    void trust() throws IOException, InterruptedException {
        var folders = desk.face().folders;
        var here = new Folders(
                folders.home(), folders.agentDir(), desk.agent().session().cwd());
        var trust = new Trust(here);
        var kept = trust.kept();
        var brought = trust.protectedResources().stream()
                .map(path -> desk.face().look.path(path))
                .toList();
        var options = trust.options().stream().filter(TrustOption::isKept).toList();
        var chosen = desk.face()
                .questions
                .choose(
                        "Trust " + desk.face().look.path(here.cwd()) + "?",
                        (kept == null ? "Nothing was decided yet." : kept.label() + ".")
                                + (brought.isEmpty() ? "" : " It brings " + String.join(", ", brought) + "."),
                        options.stream().map(TrustOption::label).toList(),
                        DialogOptions.NONE);
        if (chosen.isPresent()) {
            trust.keep(options.get(chosen.get()));
            desk.status("Kept. It holds from the next start on.");
        }
    }

    void reload() throws InterruptedException {
        if (!desk.agent().isIdle()) {
            desk.warn("The agent is at work. Wait until it is done, or interrupt it, then /reload.");
            return;
        }
        desk.models().reload();
        desk.agent().reload();
        desk.face().tui().run(() -> {
            desk.conversation().arrived();
            desk.conversation().drawSession();
            desk.face().transcript.status("Hooks, settings and resources are loaded anew.");
        });
    }
}
