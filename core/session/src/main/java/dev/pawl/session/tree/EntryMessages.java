package dev.pawl.session.tree;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import org.jspecify.annotations.Nullable;

/** The message that one entry stands for, as it is and as an edit leaves it. */
public final class EntryMessages {
    private EntryMessages() {}

    /** Returns the message of one entry to the model; null if it has none. */
    public static @Nullable Message of(Entry entry) {
        long time = entry.timestamp().toEpochMilli();
        return switch (entry) {
            case Entry.MessageEntry message -> message.message();
            case Entry.CustomMessage custom ->
                new Message.Custom(
                        custom.customType(),
                        custom.content(),
                        custom.display(),
                        custom.details(),
                        time,
                        JsonObject.empty());
            case Entry.BranchSummary branch ->
                branch.summary().isEmpty()
                        ? null
                        : new Message.BranchSummary(branch.summary(), branch.fromId(), time, JsonObject.empty());
            case Entry.Compaction compaction ->
                new Message.CompactionSummary(
                        compaction.summary(), compaction.tokensBefore(), time, JsonObject.empty());
            case Entry.Header _,
                    Entry.ThinkingLevelChange _,
                    Entry.ModelChange _,
                    Entry.UsageEntry _,
                    Entry.Custom _,
                    Entry.ContextEdit _,
                    Entry.LabelChange _,
                    Entry.SessionInfo _,
                    Entry.Other _ -> null;
        };
    }

    /** Returns a message with the content of an edit, if there is one and the message is of a kind that can be edited. */
    public static Message edited(Entry.@Nullable ContextEdit edit, Message message) {
        var content = edit == null ? null : edit.replacement();
        if (content == null) {
            return message;
        }
        return switch (message) {
            case Message.User user -> user.withContent(content);
            case Message.Assistant answer -> answer.withContent(content.blocks());
            case Message.ToolResult result -> result.withContent(content.blocks());
            case Message.Custom custom ->
                new Message.Custom(
                        custom.customType(),
                        content,
                        custom.display(),
                        custom.details(),
                        custom.timestamp(),
                        custom.extra());
            case Message.SystemPrompt _,
                    Message.BashExecution _,
                    Message.BranchSummary _,
                    Message.CompactionSummary _,
                    Message.Other _ -> message;
        };
    }
}
