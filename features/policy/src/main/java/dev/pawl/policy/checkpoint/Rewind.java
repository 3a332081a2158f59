package dev.pawl.policy.checkpoint;

import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.Severity;
import java.io.IOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The command that restores files, the conversation or both from a checkpoint, and undoes this. */
final class Rewind {
    static final String USAGE = "/rewind [list | undo | NUMBER [files | conversation | both | diff]]";

    private static final int MOST_LISTED = 50;
    private static final int LONGEST_DIFFERENCE = 12_000;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Store store;
    private final AtomicBoolean moving = new AtomicBoolean();

    Rewind(Store store) {
        this.store = store;
    }

    /** What is restored. */
    private enum Part {
        FILES,
        CONVERSATION,
        BOTH;

        boolean hasFiles() {
            return this != CONVERSATION;
        }

        boolean hasConversation() {
            return this != FILES;
        }
    }

    /** Whether the conversation is being moved by this command. */
    boolean isMoving() {
        return moving.get();
    }

    Outcome command(CommandContext ctx) throws InterruptedException {
        try {
            return run(ctx);
        } catch (IOException e) {
            return Outcome.status("Nothing was restored: " + e.getMessage());
        }
    }

    private Outcome run(CommandContext ctx) throws IOException, InterruptedException {
        var all = ofThisFolder(ctx);
        if (all.isEmpty()) {
            return Outcome.status("There is no checkpoint yet. One is made before each call that can change files.");
        }
        var args = ctx.args();
        if (args.isEmpty() && ctx.ui().hasUser()) {
            return choose(all, ctx);
        }
        if (args.isEmpty() || args.getFirst().equals("list")) {
            return Outcome.status(String.join("\n", listed(all)) + "\n" + USAGE);
        }
        if (args.getFirst().equals("undo")) {
            var undone = all.stream().filter(each -> each.leaf() != null).toList();
            if (undone.isEmpty()) {
                return Outcome.status("There is no rewind to undo.");
            }
            return restoreTo(undone.getLast(), Part.BOTH, all, ctx);
        }
        int number = number(args.getFirst());
        if (number < 1 || number > all.size()) {
            return Outcome.status(
                    "There is no checkpoint " + args.getFirst() + "; there are 1 to " + all.size() + ". " + USAGE);
        }
        var checkpoint = all.get(number - 1);
        var what = args.size() > 1 ? args.get(1) : "files";
        return switch (what) {
            case "diff" -> Outcome.status(difference(checkpoint, all));
            case "files" -> restoreTo(checkpoint, Part.FILES, all, ctx);
            case "conversation" -> restoreTo(checkpoint, Part.CONVERSATION, all, ctx);
            case "both" -> restoreTo(checkpoint, Part.BOTH, all, ctx);
            default -> Outcome.status(USAGE);
        };
    }

    private Outcome choose(List<Checkpoint> all, CommandContext ctx) throws IOException, InterruptedException {
        var lines = listed(all);
        var picked = ctx.ui().select("Rewind to", lines).orElse(null);
        if (picked == null || !lines.contains(picked)) {
            return Outcome.nothing();
        }
        var checkpoint = all.get(number(picked.strip().split(" ", 2)[0]) - 1);
        ctx.ui().notify(difference(checkpoint, all));
        var part = part(checkpoint, ctx);
        return part == null ? Outcome.nothing() : restoreTo(checkpoint, part, all, ctx);
    }

    private static @Nullable Part part(Checkpoint checkpoint, CommandContext ctx) throws InterruptedException {
        var options = new ArrayList<>(List.of("Files and conversation", "Files", "Conversation", "Nothing"));
        if (checkpoint.leaf() == null && conversation(checkpoint, ctx) == null) {
            options.removeIf(option -> option.toLowerCase(Locale.ROOT).contains("conversation"));
        }
        return switch (ctx.ui().select("Restore what?", options).orElse("Nothing")) {
            case "Files and conversation" -> Part.BOTH;
            case "Files" -> Part.FILES;
            case "Conversation" -> Part.CONVERSATION;
            default -> null;
        };
    }

    private Outcome restoreTo(Checkpoint to, Part part, List<Checkpoint> all, CommandContext ctx)
            throws IOException, InterruptedException {
        ctx.waitForIdle();
        var leaf = ctx.session().leafId();
        var snapshot = store.read(to.tree());
        var target = to.leaf() == null ? conversation(to, ctx) : to.leaf();
        if (part.hasConversation() && target != null && !target.equals(leaf) && !moved(target, ctx)) {
            return Outcome.status("Nothing was restored: a hook refused to leave this position of the conversation.");
        }
        var restore = Restore.plan(store, snapshot, named(to, all));
        // Written before anything is changed, so that it can always be undone.
        ctx.session()
                .append(
                        Checkpoint.TYPE,
                        Checkpoint.data(restore.before(), store.root().toString(), "rewind", leaf));
        var lines = new ArrayList<String>();
        if (part.hasFiles()) {
            var done = restore.run();
            lines.add(done.changed() + (done.changed() == 1 ? " file restored." : " files restored."));
            lines.addAll(done.problems().stream()
                    .map(each -> "Not restored: " + each)
                    .toList());
        }
        if (part.hasConversation()) {
            lines.add(target == null ? "The conversation stays: this is its start." : "The conversation was restored.");
        }
        lines.add("/rewind undo reverts this.");
        return Outcome.status(String.join("\n", lines));
    }

    private boolean moved(String target, CommandContext ctx) throws InterruptedException {
        moving.set(true);
        try {
            return ctx.navigateTree(target, CommandContext.Navigation.plain());
        } finally {
            moving.set(false);
        }
    }

    /** A file that only a later call named has no older state: its state is the one before that call. */
    private static Map<String, @Nullable Node> named(Checkpoint to, List<Checkpoint> all) {
        var named = new TreeMap<String, @Nullable Node>();
        int at = all.indexOf(to);
        for (var later : all.subList(at, all.size()).reversed()) {
            named.putAll(later.named());
        }
        return named;
    }

    /**
     * Offers to restore the files of another position of the conversation, if they differ.
     *
     * @param leaf the position
     */
    void offer(String leaf, @Nullable String oldLeaf, HookContext ctx) throws InterruptedException {
        if (!ctx.ui().hasUser()) {
            return;
        }
        try {
            var all = ofThisFolder(ctx);
            var target = after(leaf, all, ctx.session().entries());
            if (target == null) {
                return;
            }
            if (store.take(named(target, all).keySet()).tree().equals(target.tree())) {
                return;
            }
            var question = "The files were different at that point. Restore them, too?";
            if (ctx.ui().confirm(question, difference(target, all))) {
                var restore = Restore.plan(store, store.read(target.tree()), named(target, all));
                ctx.session()
                        .append(
                                Checkpoint.TYPE,
                                Checkpoint.data(restore.before(), store.root().toString(), "rewind", oldLeaf));
                var done = restore.run();
                ctx.ui().notify(done.changed() + " files restored. /rewind undo reverts this.");
                done.problems().forEach(each -> ctx.ui().notify("Not restored: " + each, Severity.ERROR));
            }
        } catch (IOException e) {
            ctx.ui().notify("The files stay as they are: " + e.getMessage(), Severity.WARNING);
        }
    }

    /** The first checkpoint after an entry, which contains the files of that position. */
    private static @Nullable Checkpoint after(String entry, List<Checkpoint> all, List<Entry> entries) {
        boolean passed = false;
        for (var each : entries) {
            if (each.id().equals(entry)) {
                passed = true;
            } else if (passed) {
                var found = all.stream()
                        .filter(one -> one.entry().equals(each.id()))
                        .findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
            }
        }
        return null;
    }

    /** The checkpoints of the session for the current folder. */
    private List<Checkpoint> ofThisFolder(HookContext ctx) {
        return Checkpoint.all(ctx.session().entries()).stream()
                .filter(each -> each.root().equals(store.root().toString()))
                .toList();
    }

    private static List<String> listed(List<Checkpoint> all) {
        var lines = new ArrayList<String>();
        for (int i = all.size() - 1; i >= Math.max(0, all.size() - MOST_LISTED); i--) {
            var each = all.get(i);
            lines.add(i + 1 + "  " + TIME.format(each.time().atZone(ZoneId.systemDefault())) + "  before "
                    + each.before());
        }
        return lines;
    }

    private String difference(Checkpoint checkpoint, List<Checkpoint> all) throws IOException, InterruptedException {
        var now = store.take(List.of()).tree();
        var text = store.difference(now, checkpoint.tree(), LONGEST_DIFFERENCE);
        return text.isEmpty()
                ? "No file is different from checkpoint " + (all.indexOf(checkpoint) + 1) + "."
                : "Changes that would restore the state before " + checkpoint.before() + ":\n" + text;
    }

    /** The entry before the answer whose call the checkpoint belongs to; null at the start of the conversation. */
    private static @Nullable String conversation(Checkpoint checkpoint, HookContext ctx) {
        var entry = ctx.session().entry(checkpoint.entry());
        boolean inAnswer = false;
        while (entry != null && entry.parentId() != null) {
            entry = ctx.session().entry(entry.parentId());
            if (!(entry instanceof Entry.MessageEntry message)) {
                continue;
            }
            if (inAnswer || message.message() instanceof Message.User) {
                return entry.id();
            }
            if (message.message() instanceof Message.Assistant answer) {
                if (!answer.toolCalls().isEmpty()) {
                    inAnswer = true;
                } else {
                    return entry.id();
                }
            }
        }
        return null;
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
