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
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The command that brings files, the conversation or both back to a checkpoint, and takes that back again. */
final class Rewind {
    static final String USAGE = "/rewind [list | undo | NUMBER [files | conversation | both | diff]]";

    private static final int LISTED = 50;
    private static final int DIFFERENCE = 12_000;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Store store;
    private final AtomicBoolean moving = new AtomicBoolean();

    Rewind(Store store) {
        this.store = store;
    }

    /** What comes back. */
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
        var all = mine(ctx);
        if (all.isEmpty()) {
            return Outcome.status("There is no checkpoint yet. One is made before each call that can change files.");
        }
        var args = ctx.args();
        if (args.isEmpty() && ctx.hasUi()) {
            return chosen(all, ctx);
        }
        if (args.isEmpty() || args.getFirst().equals("list")) {
            return Outcome.status(String.join("\n", listed(all)) + "\n" + USAGE);
        }
        if (args.getFirst().equals("undo")) {
            var undone = all.stream().filter(each -> each.leaf() != null).toList();
            if (undone.isEmpty()) {
                return Outcome.status("There is no rewind to undo.");
            }
            return back(undone.getLast(), Part.BOTH, all, ctx);
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
            case "files" -> back(checkpoint, Part.FILES, all, ctx);
            case "conversation" -> back(checkpoint, Part.CONVERSATION, all, ctx);
            case "both" -> back(checkpoint, Part.BOTH, all, ctx);
            default -> Outcome.status(USAGE);
        };
    }

    private Outcome chosen(List<Checkpoint> all, CommandContext ctx) throws IOException, InterruptedException {
        var lines = listed(all);
        var picked = ctx.ui().select("Rewind to", lines).orElse(null);
        if (picked == null || !lines.contains(picked)) {
            return Outcome.nothing();
        }
        var checkpoint = all.get(number(picked.strip().split(" ", 2)[0]) - 1);
        ctx.ui().notify(difference(checkpoint, all));
        var part = part(checkpoint, ctx);
        return part == null ? Outcome.nothing() : back(checkpoint, part, all, ctx);
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

    private Outcome back(Checkpoint to, Part part, List<Checkpoint> all, CommandContext ctx)
            throws IOException, InterruptedException {
        ctx.waitForIdle();
        var leaf = ctx.session().leafId();
        var before = store.take(List.copyOf(to.named().keySet()));
        var target = to.leaf() == null ? conversation(to, ctx) : to.leaf();
        if (part.hasConversation() && target != null && !target.equals(leaf) && !moved(target, ctx)) {
            return Outcome.status("Nothing was restored: a hook refused to leave this place of the conversation.");
        }
        // Written before anything is changed, so that it can be undone whatever happens.
        ctx.appendEntry(Checkpoint.TYPE, Checkpoint.data(before, store.root().toString(), "rewind", leaf));
        var said = new ArrayList<String>();
        if (part.hasFiles()) {
            var done = restore(to, all);
            said.add(done.changed() + (done.changed() == 1 ? " file restored." : " files restored."));
            said.addAll(done.problems().stream()
                    .map(each -> "Not restored: " + each)
                    .toList());
        }
        if (part.hasConversation()) {
            said.add(
                    target == null
                            ? "The conversation stays: it began here."
                            : "The conversation is back where it was.");
        }
        said.add("/rewind undo takes it back.");
        return Outcome.status(String.join("\n", said));
    }

    private boolean moved(String target, CommandContext ctx) throws InterruptedException {
        moving.set(true);
        try {
            return ctx.navigateTree(target, CommandContext.Navigation.plain());
        } finally {
            moving.set(false);
        }
    }

    private Restore.Done restore(Checkpoint to, List<Checkpoint> all) throws IOException, InterruptedException {
        // A file that a later call named was not looked at before: it was then what that call found.
        var named = new TreeMap<String, @Nullable Node>();
        int at = all.indexOf(to);
        for (var later : all.subList(at, all.size()).reversed()) {
            named.putAll(later.named());
        }
        return new Restore(store, store.read(to.tree()), named).run();
    }

    /**
     * Asks whether files go along to another place of the conversation, if they were different there.
     *
     * @param leaf the place
     */
    void offer(String leaf, @Nullable String oldLeaf, HookContext ctx) throws InterruptedException {
        if (!ctx.hasUi()) {
            return;
        }
        try {
            var all = mine(ctx);
            var then = after(leaf, all, ctx.session().entries());
            if (then == null) {
                return;
            }
            var before = store.take(List.copyOf(then.named().keySet()));
            if (before.tree().equals(then.tree())) {
                return;
            }
            var question = "Files were different there. Restore them, too?";
            if (ctx.ui().confirm(question, difference(then, all))) {
                ctx.appendEntry(
                        Checkpoint.TYPE, Checkpoint.data(before, store.root().toString(), "rewind", oldLeaf));
                var done = restore(then, all);
                ctx.ui().notify(done.changed() + " files restored. /rewind undo takes it back.");
                done.problems().forEach(each -> ctx.ui().notify("Not restored: " + each, Severity.ERROR));
            }
        } catch (IOException e) {
            ctx.ui().notify("The files stay as they are: " + e.getMessage(), Severity.WARNING);
        }
    }

    /** The first checkpoint after an entry shows what files were when the conversation was there. */
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

    /** Those of the session that are about the folder that is open. */
    private List<Checkpoint> mine(HookContext ctx) {
        return Checkpoint.all(ctx.session().entries()).stream()
                .filter(each -> each.root().equals(store.root().toString()))
                .toList();
    }

    private static List<String> listed(List<Checkpoint> all) {
        var lines = new ArrayList<String>();
        for (int i = all.size() - 1; i >= Math.max(0, all.size() - LISTED); i--) {
            var each = all.get(i);
            lines.add(i + 1 + "  " + TIME.format(each.time().atZone(ZoneId.systemDefault())) + "  before "
                    + each.before());
        }
        return lines;
    }

    private String difference(Checkpoint checkpoint, List<Checkpoint> all) throws IOException, InterruptedException {
        var now = store.take(List.of()).tree();
        var text = store.difference(now, checkpoint.tree(), DIFFERENCE);
        return text.isEmpty()
                ? "No file is different from checkpoint " + (all.indexOf(checkpoint) + 1) + "."
                : "What would change, back to before " + checkpoint.before() + ":\n" + text;
    }

    /** Where the conversation was: in front of the answer whose call the checkpoint was made for. Null at its beginning. */
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
