package dev.pawl.api.event;

import dev.pawl.api.session.Boundary;
import dev.pawl.api.session.Draft;
import java.util.ArrayList;
import java.util.List;

/**
 * Nothing is left to do, and hooks may still add entries or ask for one more turn.
 *
 * @param boundary where the conversation stands, with the proposed entries
 * @param entries the entries proposed so far
 * @param proceed whether one more request is asked for, {@code continue} on the wire
 */
public record AgentBeforeSettle(Boundary boundary, List<Draft> entries, boolean proceed) {
    public AgentBeforeSettle {
        entries = List.copyOf(entries);
    }

    /** Proposes one more entry. */
    public AgentBeforeSettle add(Draft draft) {
        var all = new ArrayList<>(entries);
        all.add(draft);
        return new AgentBeforeSettle(boundary, List.copyOf(all), proceed);
    }

    /** Proposes these entries in place of those so far. */
    public AgentBeforeSettle withEntries(List<Draft> entries) {
        return new AgentBeforeSettle(boundary, List.copyOf(entries), proceed);
    }

    /** With another place of the conversation; the program sets it. */
    public AgentBeforeSettle withBoundary(Boundary boundary) {
        return new AgentBeforeSettle(boundary, entries, proceed);
    }

    /** Asks for one more request, or not. */
    public AgentBeforeSettle withProceed(boolean proceed) {
        return new AgentBeforeSettle(boundary, entries, proceed);
    }
}
