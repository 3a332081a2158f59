package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.Boundary;
import dev.pawl.api.session.Draft;
import java.util.ArrayList;
import java.util.List;

/**
 * A turn ended, and hooks may add entries or ask for one more turn.
 *
 * @param index the number of the turn in this run, from 0
 * @param message the answer of the model
 * @param toolResults the results of the tools that it asked for
 * @param messageEntryId the entry that keeps the answer
 * @param toolResultEntryIds the entries that keep the results, in the same order
 * @param boundary where the conversation stands, with the proposed entries
 * @param entries the entries proposed so far
 * @param proceed whether one more request is asked for, {@code continue} on the wire
 */
public record TurnEnd(
        int index,
        Message.Assistant message,
        List<Message.ToolResult> toolResults,
        String messageEntryId,
        List<String> toolResultEntryIds,
        Boundary boundary,
        List<Draft> entries,
        boolean proceed) {
    public TurnEnd {
        toolResults = List.copyOf(toolResults);
        toolResultEntryIds = List.copyOf(toolResultEntryIds);
        entries = List.copyOf(entries);
    }

    /** Proposes one more entry. */
    public TurnEnd add(Draft draft) {
        var all = new ArrayList<>(entries);
        all.add(draft);
        return withEntries(all);
    }

    /** Proposes these entries in place of those so far. */
    public TurnEnd withEntries(List<Draft> entries) {
        return new TurnEnd(
                index,
                message,
                toolResults,
                messageEntryId,
                toolResultEntryIds,
                boundary,
                List.copyOf(entries),
                proceed);
    }

    /** With another place of the conversation; the program sets it. */
    public TurnEnd withBoundary(Boundary boundary) {
        return new TurnEnd(index, message, toolResults, messageEntryId, toolResultEntryIds, boundary, entries, proceed);
    }

    /** Asks for one more request, or not. */
    public TurnEnd withProceed(boolean proceed) {
        return new TurnEnd(index, message, toolResults, messageEntryId, toolResultEntryIds, boundary, entries, proceed);
    }
}
