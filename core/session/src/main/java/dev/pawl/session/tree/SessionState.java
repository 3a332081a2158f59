package dev.pawl.session.tree;

import dev.pawl.api.message.Message;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.session.store.EntryLog;
import org.jspecify.annotations.Nullable;

/** The model and thinking level that a branch was last used with; null where it names none. */
public record SessionState(
        @Nullable ModelReference model, @Nullable ThinkingLevel thinkingLevel) {
    /** A model by the name of its provider and its own. */
    public record ModelReference(String provider, String id) {}

    /** Goes back from a leaf until both are known. An answer names the model as well as a choice of it does. */
    public static SessionState at(EntryLog log, int leaf) {
        @Nullable ModelReference model = null;
        @Nullable ThinkingLevel level = null;
        for (int at = leaf; at != EntryLog.NONE && (model == null || level == null); at = log.parent(at)) {
            switch (log.type(at)) {
                case "thinking_level_change" -> level = level == null ? level(log.entry(at)) : level;
                case "model_change", "message" -> model = model == null ? model(log.entry(at)) : model;
                default -> {}
            }
        }
        return new SessionState(model, level);
    }

    private static @Nullable ThinkingLevel level(Entry entry) {
        return entry instanceof Entry.ThinkingLevelChange change ? change.thinkingLevel() : null;
    }

    private static @Nullable ModelReference model(Entry entry) {
        if (entry instanceof Entry.ModelChange change) {
            return reference(change.provider(), change.modelId());
        }
        return entry instanceof Entry.MessageEntry stored && stored.message() instanceof Message.Assistant answer
                ? reference(answer.provider(), answer.model())
                : null;
    }

    private static @Nullable ModelReference reference(String provider, String id) {
        return provider.isEmpty() || id.isEmpty() ? null : new ModelReference(provider, id);
    }
}
