package dev.pawl.api.event;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.Boundary;
import dev.pawl.api.session.Draft;
import java.util.ArrayList;
import java.util.List;

/**
 * A turn ended, and hooks may add entries or ask for one more turn.
 *
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

    public TurnEnd add(Draft draft) {
        var all = new ArrayList<>(entries);
        all.add(draft);
        return withEntries(all);
    }

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

    public TurnEnd withBoundary(Boundary boundary) {
        return new TurnEnd(index, message, toolResults, messageEntryId, toolResultEntryIds, boundary, entries, proceed);
    }

    public TurnEnd withProceed(boolean proceed) {
        return new TurnEnd(index, message, toolResults, messageEntryId, toolResultEntryIds, boundary, entries, proceed);
    }
}
