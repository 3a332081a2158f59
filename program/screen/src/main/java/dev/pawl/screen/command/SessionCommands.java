package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.observe.page.SessionExport;
import dev.pawl.observe.trace.SessionTraces;
import dev.pawl.screen.dialog.Picker;
import dev.pawl.screen.look.Facts;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.KeyTable;
import dev.pawl.screen.picker.SessionPicker;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.session.list.SessionList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The commands about the session: where in it one is, which one it is, and what becomes of it. */
final class SessionCommands {
    private final CommandScope out;
    private final AgentScreen screen;
    private final Agent agent;
    private final HookChanges hooks = new HookChanges(InstantSource.system());

    SessionCommands(CommandScope out) {
        this.out = out;
        this.screen = out.screen();
        this.agent = out.agent();
    }

    void resume() throws IOException, InterruptedException {
        var list = new SessionList(
                out.start().wiring().sessionPaths(),
                screen.folders.agentDir().resolve("cache").resolve("pawl-sessions"));
        var picked = new SessionPicker(
                        screen, out.start().sessions(), list, agent.session().cwd())
                .pick(agent.session().file());
        if (picked != null) {
            go(picked);
        }
    }

    private void go(Path chosen) throws IOException, InterruptedException {
        var file = reachable(chosen);
        if (file != null && !agent.switchSession(file)) {
            out.status("A hook kept the session from being changed.");
        }
    }

    /** The session, or, if the folder it worked in is gone, a copy of it for this one; null if that is not wanted. */
    private @Nullable Path reachable(Path file) throws IOException, InterruptedException {
        Path folder;
        try (var session = out.start().sessions().openReadOnly(file)) {
            folder = session.cwd();
        }
        if (Files.isDirectory(folder)) {
            return file;
        }
        var look = screen.look;
        var here = agent.session().cwd();
        if (!screen.questions.confirm(
                "Go on with a copy of this session in " + look.path(here) + "?",
                "The folder it worked in is not there: " + look.path(folder),
                DialogOptions.preselected("Yes"))) {
            return null;
        }
        try (var copy = out.start().sessions().forkAll(file, here)) {
            return copy.file();
        }
    }

    void tree() throws InterruptedException {
        var session = agent.session();
        if (session.leafId() == null && session.tree().isEmpty()) {
            out.status("There is nothing in this session yet.");
            return;
        }
        var picked = new TreePicker(out).pick();
        if (picked == null || picked.equals(session.leafId())) {
            return;
        }
        var navigation = askForSummary();
        if (navigation == null) {
            return;
        }
        if (!agent.isIdle()) {
            agent.abort();
        }
        if (navigation.summarize()) {
            screen.progress("Summarising the branch that is left");
        }
        try {
            var moved = agent.navigateTree(picked, navigation);
            if (moved.cancelled()) {
                out.status(moved.aborted() ? "It was called off." : "A hook kept it from being done.");
                return;
            }
            out.redraw();
            if (moved.text() != null) {
                out.write(moved.text());
            }
        } finally {
            screen.progress(null);
        }
    }

    /** Whether the branch that is left is summarised, and how; null if the user stays. */
    private CommandContext.@Nullable Navigation askForSummary() throws InterruptedException {
        if (out.settings().branchSummary().skipPrompt()) {
            return CommandContext.Navigation.plain();
        }
        var answer = screen.questions
                .choose(
                        "Summarise the branch that you leave?",
                        "",
                        List.of("No summary", "Summarise", "Summarise, and mind something especially"),
                        DialogOptions.NONE)
                .orElse(-1);
        return switch (answer) {
            case 0 -> CommandContext.Navigation.plain();
            case 1 -> new CommandContext.Navigation(true, null, false, null);
            case 2 -> {
                var instructions = screen.questions.editor("What should the summary mind?", "");
                yield instructions
                        .map(text -> new CommandContext.Navigation(true, text, false, null))
                        .orElse(null);
            }
            default -> null;
        };
    }

    private record UserMessage(String entryId, String text) {}

    void fork() throws InterruptedException {
        var messages = new ArrayList<UserMessage>();
        for (var entry : agent.session().branch()) {
            if (entry instanceof Entry.MessageEntry kept && kept.message() instanceof Message.User user) {
                messages.add(new UserMessage(entry.id(), user.text()));
            }
        }
        if (messages.isEmpty()) {
            out.status("There is no message yet from which a session could be forked.");
            return;
        }
        var chosen = screen.menus.pick(
                "Begin a session in front of which message?",
                messages,
                messages.getLast(),
                one -> Picker.Line.of(one.text()));
        if (chosen.isPresent()) {
            var forked = agent.fork(chosen.get().entryId(), CommandContext.ForkPosition.BEFORE);
            if (forked.cancelled()) {
                out.status("A hook kept the session from being forked.");
            } else if (forked.text() != null) {
                out.write(forked.text());
            }
        }
    }

    void copy() throws InterruptedException {
        var leaf = agent.session().leafId();
        if (leaf == null) {
            out.status("There is nothing in this session to copy yet.");
        } else if (!agent.fork(leaf, CommandContext.ForkPosition.AT).cancelled()) {
            out.status("This is a copy now; the session it was made from stays as it was.");
        }
    }

    void name(String name) {
        if (name.isEmpty()) {
            var current = agent.session().name();
            out.status(current == null ? "This session has no name. Give it one: /name …" : "Session: " + current);
        } else {
            agent.context().session().rename(name);
            out.status("Session: " + name);
        }
    }

    void figures() throws InterruptedException {
        var look = screen.look;
        var session = agent.session();
        var stats = session.stats();
        var usage = stats.usage();
        var facts = new Facts(look, "This session");
        facts.add("File", session.file() == null ? "kept nowhere" : look.path(session.file()));
        facts.add("Id", session.id());
        if (session.name() != null) {
            facts.add("Name", session.name());
        }
        int others = stats.totalMessages() - stats.userMessages() - stats.assistantMessages() - stats.toolResults();
        facts.add(
                "Messages",
                stats.totalMessages() + ": " + stats.userMessages() + " yours, " + stats.assistantMessages()
                        + " of the model, " + stats.toolResults() + " results of tools"
                        + (others == 0 ? "" : ", " + others + (others == 1 ? " other" : " others")));
        facts.add(
                "Tokens",
                String.format(
                        Locale.ROOT,
                        "%,d in, %,d out, %,d read from the cache, %,d written to it",
                        usage.input(),
                        usage.output(),
                        usage.cacheRead(),
                        usage.cacheWrite()));
        facts.add("Cost", Figures.dollars(usage.cost().total()) + ": " + costs());
        var window = agent.contextUsage();
        if (window != null && window.tokens() != null) {
            facts.add(
                    "Context",
                    String.format(Locale.ROOT, "%,d of %,d tokens", window.tokens(), window.contextWindow()));
        }
        var rewrite = window == null ? null : window.rewrite();
        if (rewrite != null) {
            facts.add("Cache", look.paths(rewrite.note()));
        }
        out.report(facts);
    }

    /** Returns what answers of each model cost, and what tools spent on requests. */
    private String costs() {
        var costs = new LinkedHashMap<String, Double>();
        for (var entry : agent.session().entries()) {
            var message = entry instanceof Entry.MessageEntry stored ? stored.message() : null;
            if (message instanceof Message.Assistant answer) {
                costs.merge(
                        answer.provider() + "/" + answer.model(),
                        answer.usage().cost().total(),
                        Double::sum);
            } else if (message instanceof Message.ToolResult result && result.usage() != null) {
                costs.merge("tool " + result.toolName(), result.usage().cost().total(), Double::sum);
            }
        }
        return costs.isEmpty()
                ? "nothing was asked yet"
                : costs.entrySet().stream()
                        .map(part -> part.getKey() + " " + Figures.dollars(part.getValue()))
                        .collect(Collectors.joining(", "));
    }

    /** Its event reports the outcome; a failure before it began is thrown. */
    void compact(String instructions) throws InterruptedException {
        var reported = new AtomicBoolean();
        var listening = agent.subscribe(event -> {
            if (event instanceof AgentEvent.CompactionEnded) {
                reported.set(true);
            }
        });
        try {
            agent.compact(instructions.isEmpty() ? null : instructions);
        } catch (InterruptedException | RuntimeException e) {
            if (!reported.get()) {
                throw e;
            }
        } finally {
            listening.close();
        }
    }

    void recover() throws InterruptedException {
        if (!agent.recover()) {
            out.status("The last run of this session came to its end. There is nothing to recover.");
        }
    }

    void export(String written) throws IOException {
        var cwd = agent.session().cwd();
        var name = written.isEmpty()
                ? "session-"
                        + LocalDateTime.now(ZoneId.systemDefault())
                                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss", Locale.ROOT))
                        + ".jsonl"
                : written;
        var target = path(cwd, name);
        if (Files.exists(target)) {
            out.warn(screen.look.path(target) + " exists already. Name another file.");
            return;
        }
        var session = agent.session();
        SessionExport.write(
                session,
                out.start().sessions(),
                SessionTraces.of(session.file(), agent.engine().traces()),
                target);
        out.status("Written to " + screen.look.path(target));
    }

    void adopt(String written) throws IOException, InterruptedException {
        if (written.isEmpty()) {
            out.warn("Name the file to import: /import file.jsonl");
            return;
        }
        var cwd = agent.session().cwd();
        var file = path(cwd, written);
        if (!Files.isRegularFile(file)) {
            out.warn("There is no file " + screen.look.path(file));
            return;
        }
        go(out.start().sessions().adopt(file, cwd));
    }

    private Path path(Path cwd, String written) {
        var found = screen.folders.find(cwd, written);
        return found == null ? cwd.resolve(written) : found;
    }

    void reload() throws InterruptedException {
        reload("Hooks, settings and resources are loaded again.");
    }

    /** @param words the message that is shown when it is done */
    void reload(String words) throws InterruptedException {
        if (!agent.isIdle()) {
            out.warn("The agent is at work. Wait until it is done, or interrupt it, then /reload.");
            return;
        }
        out.models().reload();
        var changes = hooks.during(agent, agent::reload);
        screen.tui.run(() -> {
            out.display().arrived();
            out.display().drawSession();
            screen.look.keys.take(KeyTable.read(screen.folders.agentDir()));
            screen.useLooks();
            screen.transcript.status(changes.isEmpty() ? words : words + " Hooks: " + changes + ".");
        });
    }
}
