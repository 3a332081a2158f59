package dev.pawl.agent.subagent;

import dev.pawl.agent.tool.CallLedger;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.base.Sha256;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conversation of a subagent, kept with the steps of the call that it works for until that call is over: after a crash
 * the agent continues from it.
 */
final class StoredConversation {
    private final CallLedger ledger;
    private final String call;
    private final String name;
    private final List<Message> messages = new ArrayList<>();
    private List<String> calls = List.of();
    private @Nullable String agentId;

    private StoredConversation(CallLedger ledger, String call, String name) {
        this.ledger = ledger;
        this.call = call;
        this.name = name;
    }

    /**
     * Returns what is kept of an agent, or the beginning of it.
     *
     * @param call the call that the agent works for
     * @param nth which of the agents that the call gave this task
     */
    static StoredConversation of(CallLedger ledger, String call, String prompt, int nth) {
        var name = Sha256.hex(nth + "\n" + prompt).substring(0, 32);
        var kept = new StoredConversation(ledger, call, name);
        for (var step : ledger.agents(call)) {
            if (name.equals(step.string("of"))) {
                kept.read(step);
            }
        }
        return kept;
    }

    private void read(JsonObject line) {
        if (line.has("agent")) {
            agentId = line.string("agent");
        } else if (line.has("calls")) {
            calls = line.strings("calls");
        } else {
            messages.add(Message.from(line.object("message")));
        }
    }

    /** Returns the id that the agent had before; null if it begins. */
    @Nullable
    String agentId() {
        return agentId;
    }

    /** Returns the earlier messages. */
    List<Message> messages() {
        return List.copyOf(messages);
    }

    /** Returns the ids of the calls that were made last, one for each call of the last answer; empty if none were. */
    List<String> calls() {
        return calls;
    }

    void begin(String agentId) {
        ledger.beginAgent(call);
        write(JsonObject.of("agent", agentId));
    }

    void record(Message message) {
        write(JsonObject.of("message", message.toJson()));
    }

    /** Records that the calls of the last answer are about to be made. */
    void call(List<String> ids) {
        write(JsonObject.of("calls", ids));
    }

    private void write(JsonObject step) {
        ledger.keepAgent(call, step.with("of", name));
    }
}
