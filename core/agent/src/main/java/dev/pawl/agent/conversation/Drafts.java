package dev.pawl.agent.conversation;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Draft;
import dev.pawl.api.session.Entry;
import dev.pawl.session.Session;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Entries that hooks propose at the end of a turn or run: checked as a whole, then written in order. */
final class Drafts {
    private Drafts() {}

    /** Returns the flaw of a proposal; null if it can be written. */
    static @Nullable String flaw(Session session, List<Draft> drafts) {
        for (var draft : drafts) {
            var problem = flaw(session, draft);
            if (problem != null) {
                return "the entries proposed cannot be written, so none is: " + problem;
            }
        }
        return null;
    }

    private static @Nullable String flaw(Session session, Draft draft) {
        return switch (draft) {
            case Draft.Custom custom -> custom.customType().isBlank() ? "a custom entry needs a customType" : null;
            case Draft.CustomMessage message ->
                message.customType().isBlank() ? "a custom message needs a customType" : null;
            case Draft.ContextEdit edit -> {
                var target = onBranch(session, edit.targetId());
                yield target == null
                        ? "the branch has no entry " + edit.targetId() + " to edit"
                        : isEditable(target) ? null : "a " + target.type() + " entry cannot be edited";
            }
            case Draft.Compaction compaction -> {
                var first = compaction.firstKeptEntryId();
                yield first == null || onBranch(session, first) != null
                        ? null
                        : "the branch has no entry " + first + " to keep";
            }
        };
    }

    private static @Nullable Entry onBranch(Session session, String id) {
        for (var entry : session.branch()) {
            if (entry.id().equals(id)) {
                return entry;
            }
        }
        return null;
    }

    private static boolean isEditable(Entry entry) {
        return entry instanceof Entry.CustomMessage
                || (entry instanceof Entry.MessageEntry messageEntry
                        && (messageEntry.message() instanceof Message.User
                                || messageEntry.message() instanceof Message.Assistant
                                || messageEntry.message() instanceof Message.ToolResult
                                || messageEntry.message() instanceof Message.Custom));
    }

    /** Writes them. */
    static void write(Conversation conversation, List<Draft> drafts, long now, Consumer<Entry> written) {
        var session = conversation.session();
        for (var draft : drafts) {
            var entry = switch (draft) {
                case Draft.Custom custom -> session.append(custom.customType(), custom.data());
                case Draft.CustomMessage message ->
                    conversation.append(new Message.Custom(
                            message.customType(),
                            message.content(),
                            message.display(),
                            message.details(),
                            now,
                            JsonObject.empty()));
                case Draft.ContextEdit edit -> session.editContext(edit.targetId(), edit.replacement());
                case Draft.Compaction compaction -> compact(conversation, compaction, now);
            };
            if (draft instanceof Draft.ContextEdit || draft instanceof Draft.Compaction) {
                conversation.forget();
            }
            written.accept(entry);
        }
    }

    private static Entry compact(Conversation conversation, Draft.Compaction compaction, long now) {
        var first = compaction.firstKeptEntryId();
        return conversation
                .session()
                .compact(
                        new CompactionResult(
                                compaction.summary(),
                                first == null ? "" : first,
                                0,
                                compaction.usage(),
                                compaction.details(),
                                null),
                        first == null,
                        true,
                        conversation.checkpoint(now));
    }
}
