package dev.pawl.api.session;

import dev.pawl.api.message.Message;
import java.util.List;

/** Where the conversation is at the end of a turn or run, with the drafts proposed so far applied. */
public record Boundary(
        List<Entry> contextEntries,
        List<Message> contextMessages,
        List<Message> llmMessages,
        List<Message> pendingMessages,
        boolean canContinue,
        RunEnd outcome) {}
