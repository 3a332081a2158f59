package dev.pawl.api.session;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.ThinkingLevel;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One line of a session file. Entries are never changed or removed, only added.
 *
 * <p>Fields the vocabulary does not know are kept in {@code extra} and written back.
 */
public sealed interface Entry {
    /** The types that the program itself writes; hooks choose others, with a prefix of their own. */
    // format:off
    Set<String> RESERVED = Set.of(
            "session", "message", "thinking_level_change", "model_change", "usage", "compaction", "branch_summary",
            "custom", "custom_message", "context_edit", "label", "session_info");
    // format:on

    EntryNode node();

    /** Returns the {@code type} on the wire. */
    String type();

    default String id() {
        return node().id();
    }

    default @Nullable String parentId() {
        return node().parentId();
    }

    default Instant timestamp() {
        return node().timestamp();
    }

    default JsonObject toJson() {
        return EntryJson.write(this);
    }

    static Entry from(JsonObject json) {
        return EntryJson.read(json);
    }

    /** The first line of a session: who it is and where it ran. It is not part of the tree. */
    record Header(
            EntryNode node,
            int version,
            String cwd,
            @Nullable String parentSession,
            JsonObject extra) implements Entry {
        @Override
        public String type() {
            return "session";
        }
    }

    record MessageEntry(EntryNode node, Message message, JsonObject extra) implements Entry {
        @Override
        public String type() {
            return "message";
        }
    }

    record ThinkingLevelChange(EntryNode node, ThinkingLevel thinkingLevel, JsonObject extra) implements Entry {
        @Override
        public String type() {
            return "thinking_level_change";
        }
    }

    record ModelChange(EntryNode node, String provider, String modelId, JsonObject extra) implements Entry {
        @Override
        public String type() {
            return "model_change";
        }
    }

    /** Tokens and money that belong to no message of the conversation. */
    record UsageEntry(EntryNode node, String kind, String provider, String model, Usage usage, JsonObject extra)
            implements Entry {
        @Override
        public String type() {
            return "usage";
        }
    }

    record Compaction(
            EntryNode node,
            String summary,
            @Nullable String firstKeptEntryId,
            long tokensBefore,
            @Nullable Object details,
            @Nullable Usage usage,
            boolean fromHook,
            @Nullable JsonObject preserveData,
            JsonObject extra)
            implements Entry {
        @Override
        public String type() {
            return "compaction";
        }

        /**
         * Returns the place of the first kept entry in a list that holds the header at 0 and then the branch: its own place if
         * nothing was kept, 0 if the entry is not on the branch.
         */
        public int firstKeptEntryIndex(List<Entry> entries) {
            for (int i = 0; i < entries.size(); i++) {
                if (entries.get(i).id().equals(firstKeptEntryId)) {
                    return i;
                }
            }
            return 0;
        }
    }

    record BranchSummary(
            EntryNode node,
            String fromId,
            String summary,
            @Nullable Object details,
            @Nullable Usage usage,
            boolean fromHook,
            JsonObject extra)
            implements Entry {
        @Override
        public String type() {
            return "branch_summary";
        }
    }

    /** State of a hook; the model never sees it. */
    record Custom(
            EntryNode node, String customType, @Nullable Object data, JsonObject extra) implements Entry {
        @Override
        public String type() {
            return "custom";
        }

        /** Returns the data as a record. */
        public <R extends Record> R as(Class<R> type) {
            return (data instanceof JsonObject json ? json : JsonObject.empty()).as(type);
        }
    }

    /** A message of a hook; the model reads it as the user's. */
    record CustomMessage(
            EntryNode node,
            String customType,
            Body content,
            boolean display,
            @Nullable Object details,
            JsonObject extra)
            implements Entry {
        @Override
        public String type() {
            return "custom_message";
        }
    }

    /** Hides an earlier entry from the model (no replacement) or shows it another content. */
    record ContextEdit(
            EntryNode node, String targetId, @Nullable Body replacement, JsonObject extra) implements Entry {
        @Override
        public String type() {
            return "context_edit";
        }
    }

    /** Names an entry for the user; no label takes the name away. */
    record LabelChange(
            EntryNode node, String targetId, @Nullable String label, JsonObject extra) implements Entry {
        @Override
        public String type() {
            return "label";
        }
    }

    record SessionInfo(EntryNode node, @Nullable String name, JsonObject extra) implements Entry {
        @Override
        public String type() {
            return "session_info";
        }
    }

    /** An entry of a hook's own type, or of a version newer than this one, kept as it came. */
    record Other(EntryNode node, String type, JsonObject fields) implements Entry {
        /** Returns the fields as a record. */
        public <R extends Record> R as(Class<R> type) {
            return fields.as(type);
        }
    }
}
