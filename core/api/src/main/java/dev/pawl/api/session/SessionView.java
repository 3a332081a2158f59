package dev.pawl.api.session;

import dev.pawl.api.message.Message;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session, to be read only. */
public interface SessionView {
    Path cwd();

    Path sessionDir();

    String id();

    /** The file; null for a session that is not kept. */
    @Nullable
    Path file();

    @Nullable
    String name();

    Entry.Header header();

    /** All entries in the order of the file, without the header. */
    List<Entry> entries();

    @Nullable
    Entry entry(String id);

    /** The newest entry of a custom type, on whichever branch; null if there is none. */
    default Entry.@Nullable Custom lastCustom(String customType) {
        for (var entry : entries().reversed()) {
            if (entry instanceof Entry.Custom custom && custom.customType().equals(customType)) {
                return custom;
            }
        }
        return null;
    }

    /** The entries from the root to the leaf. This is where a hook restores its state from. */
    List<Entry> branch();

    /** The entries from the root to one entry. */
    List<Entry> branch(String fromId);

    List<TreeNode> tree();

    @Nullable
    String leafId();

    @Nullable
    Entry leaf();

    @Nullable
    String label(String entryId);

    /** The entries that make up the model's context: the latest compaction, what it kept, and what came after. */
    List<Entry> contextEntries();

    /** The messages of {@link #contextEntries()} with edits applied, each with its place in the branch. */
    List<ContextMessage> contextMessages();

    /** The header at index 0, then the branch: the view that indices in hooks' entries refer to. */
    default List<Entry> indexed() {
        var entries = new java.util.ArrayList<Entry>();
        entries.add(header());
        entries.addAll(branch());
        return List.copyOf(entries);
    }

    /** The messages of the branch that the model would see now. */
    default List<Message> messages() {
        return contextMessages().stream().map(ContextMessage::message).toList();
    }
}
