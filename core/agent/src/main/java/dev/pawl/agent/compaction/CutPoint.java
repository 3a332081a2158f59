package dev.pawl.agent.compaction;

import dev.pawl.agent.conversation.Projected;
import dev.pawl.ai.wire.TokenEstimate;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import java.util.HashSet;
import java.util.List;

/**
 * Where a compaction cuts the conversation.
 *
 * @param firstKept the first entry that stays
 * @param turnStart the entry that began the turn which the cut goes through; -1 if it goes through none
 */
public record CutPoint(int firstKept, int turnStart) {
    public boolean splitsTurn() {
        return turnStart >= 0;
    }

    /** Returns the end of the part that is history, before the turn that is cut. */
    int historyEnd() {
        return splitsTurn() ? turnStart : firstKept;
    }

    /**
     * Finds the cut that keeps at least so many tokens of the newest messages.
     *
     * @param start the first entry that may be summarised
     */
    public static CutPoint find(List<Projected> entries, int start, long keepTokens) {
        int firstValid = nextValid(entries, start);
        if (firstValid < 0) {
            return new CutPoint(start, -1);
        }
        int reached = reached(entries, start, keepTokens);
        int cut = firstValid;
        if (reached >= 0) {
            int next = nextValid(entries, reached);
            cut = next >= 0 ? next : lastValid(entries, start);
            // A system prompt, however long, does not make the input in front of a failed answer too long.
            boolean tooLong = !(entries.get(reached).message() instanceof Message.SystemPrompt);
            cut = tooLong && onlyRecoveryFollows(entries, cut) ? cut + 1 : cut;
        }
        while (cut > start && isUnseen(entries.get(cut - 1))) {
            cut--;
        }
        // As in pi, what is between two turns (a name, another model) counts as the rest of the turn before it.
        boolean whole = cut < entries.size() && entries.get(cut).startsTurn();
        return new CutPoint(cut, whole ? -1 : turnStart(entries, start, cut));
    }

    /** Returns the entry at which the newest messages, system prompts among them, make up so many tokens; -1 if none does. */
    private static int reached(List<Projected> entries, int start, long keepTokens) {
        long sum = 0;
        for (int i = entries.size() - 1; i >= start; i--) {
            var message = entries.get(i).message();
            if (message != null) {
                sum += TokenEstimate.of(message);
                if (sum >= keepTokens) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static int nextValid(List<Projected> entries, int from) {
        for (int i = from; i < entries.size(); i++) {
            if (entries.get(i).canBeFirst()) {
                return i;
            }
        }
        return -1;
    }

    private static int lastValid(List<Projected> entries, int start) {
        for (int i = entries.size() - 1; i > start; i--) {
            if (entries.get(i).canBeFirst()) {
                return i;
            }
        }
        return start;
    }

    /**
     * Returns whether nothing is left behind the cut but answers that failed and were taken out: then what they failed on is
     * itself too long to be kept.
     */
    private static boolean onlyRecoveryFollows(List<Projected> entries, int cut) {
        boolean failed = false;
        var ids = new HashSet<String>();
        for (int i = cut + 1; i < entries.size(); i++) {
            var entry = entries.get(i);
            if (entry.message() != null || entry.entry() instanceof Entry.Compaction) {
                return false;
            }
            failed |= entry.hidden()
                    && entry.entry() instanceof Entry.MessageEntry messageEntry
                    && messageEntry.message() instanceof Message.Assistant;
            ids.add(entry.entry().id());
            if (entry.entry() instanceof Entry.ContextEdit edit
                    && edit.replacement() != null
                    && !ids.contains(edit.targetId())) {
                return false;
            }
        }
        return failed;
    }

    /** Returns whether the model sees nothing of it: a name, another model, a message that was removed. */
    private static boolean isUnseen(Projected entry) {
        return entry.message() == null && !(entry.entry() instanceof Entry.Compaction);
    }

    private static int turnStart(List<Projected> entries, int start, int cut) {
        for (int i = Math.min(cut, entries.size()) - 1; i >= start; i--) {
            if (entries.get(i).startsTurn()) {
                return i;
            }
        }
        return -1;
    }
}
