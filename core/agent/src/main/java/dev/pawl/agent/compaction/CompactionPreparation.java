package dev.pawl.agent.compaction;

import dev.pawl.agent.conversation.Projected;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionPlan;
import dev.pawl.api.session.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds out what a compaction would summarise and what it would keep. */
public final class CompactionPreparation {
    private CompactionPreparation() {}

    /**
     * The result of a preparation.
     *
     * @param plan null if there is nothing to do
     * @param refusal why there is nothing to do, as a user reads it
     */
    public record Prepared(@Nullable CompactionPlan plan, String refusal) {}

    /** Shows the messages of a context to hooks, which may change them. */
    @FunctionalInterface
    public interface HookView {
        /** Returns the same list if they change nothing. */
        List<Message> of(List<Message> messages) throws InterruptedException;
    }

    /**
     * Decides what a compaction would summarise.
     *
     * @param entries the entries of the context
     * @param hidden entries that are about to be removed from the context
     * @param view what hooks make of the messages: the summary is of what the model saw, not of what was hidden
     *     from it
     */
    public static Prepared prepare(
            List<Entry> entries, Set<String> hidden, long tokens, CompactionPlan.Settings settings, HookView view)
            throws InterruptedException {
        var projected = Projected.of(entries, hidden);
        var before =
                projected.isEmpty() || !(projected.getFirst().entry() instanceof Entry.Compaction first) ? null : first;
        if (before != null && isLeaf(entries, before)) {
            return new Prepared(null, "Already compacted");
        }
        int start = before == null ? 0 : 1;
        var cut = CutPoint.find(projected, start, settings.keepRecentTokens());
        var history = messages(projected, start, cut.historyEnd());
        var prefix = messages(projected, cut.historyEnd(), cut.firstKept());
        if ((history.isEmpty() && prefix.isEmpty()) || cut.firstKept() >= projected.size()) {
            return new Prepared(null, "Nothing to compact (session too small)");
        }
        var files = new FileTrail();
        if (before != null && !before.fromHook()) {
            files.carryOn(before.details());
        }
        files.add(history);
        files.add(prefix);
        var seen = seen(projected, cut, history, prefix, before, view);
        return new Prepared(
                new CompactionPlan(
                        projected.get(cut.firstKept()).entry().id(),
                        seen.history,
                        seen.prefix,
                        cut.splitsTurn(),
                        tokens,
                        seen.previousSummary,
                        files.ops(),
                        settings),
                "");
    }

    private static boolean isLeaf(List<Entry> entries, Entry.Compaction compaction) {
        // Behind the compaction stand what it kept and what came later; the latter begins with its child.
        return entries.stream().noneMatch(entry -> compaction.id().equals(entry.parentId()));
    }

    private static List<Message> messages(List<Projected> entries, int from, int to) {
        var messages = new ArrayList<Message>();
        for (var entry : entries.subList(from, Math.max(from, to))) {
            var message = entry.message();
            if (message != null && !(message instanceof Message.SystemPrompt)) {
                messages.add(message);
            }
        }
        return messages;
    }

    private static boolean isSameRow(List<Message> before, List<Message> after) {
        if (before.size() != after.size()) {
            return false;
        }
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).getClass() != after.get(i).getClass()) {
                return false;
            }
        }
        return true;
    }

    private record Seen(
            List<Message> history,
            List<Message> prefix,
            @Nullable String previousSummary) {}

    private static Seen seen(
            List<Projected> projected,
            CutPoint cut,
            List<Message> history,
            List<Message> prefix,
            Entry.@Nullable Compaction before,
            HookView view)
            throws InterruptedException {
        var all = messages(projected, 0, projected.size());
        var left = view.of(all);
        var previous = before == null ? null : before.summary();
        if (left == all) {
            return new Seen(List.copyOf(history), List.copyOf(prefix), previous);
        }
        if (isSameRow(all, left)) {
            // Messages were changed, but none came, went or moved: each is where it was.
            int first = before == null ? 0 : 1;
            int turn = first + history.size();
            return new Seen(
                    List.copyOf(left.subList(first, turn)),
                    List.copyOf(left.subList(turn, turn + prefix.size())),
                    previous);
        }
        var kept = new HashSet<>(messages(projected, cut.firstKept(), projected.size()));
        var ofPrefix = new HashSet<>(prefix);
        var seenHistory = new ArrayList<Message>();
        var seenPrefix = new ArrayList<Message>();
        boolean summarySeen = false;
        for (var message : left) {
            if (kept.contains(message)) {
                break;
            }
            if (message instanceof Message.CompactionSummary) {
                summarySeen = true;
            } else if (ofPrefix.contains(message)) {
                seenPrefix.add(message);
            } else {
                seenHistory.add(message);
            }
        }
        return seenHistory.isEmpty() && seenPrefix.isEmpty()
                ? new Seen(List.copyOf(history), List.copyOf(prefix), previous)
                : new Seen(List.copyOf(seenHistory), List.copyOf(seenPrefix), summarySeen ? previous : null);
    }
}
