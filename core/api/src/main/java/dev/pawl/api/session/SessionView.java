package dev.pawl.api.session;

import dev.pawl.api.message.Message;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session, to be read: a tree of entries that only grows, and the leaf at which it continues. */
public interface SessionView {
    /** Returns the folder in which the session was started. */
    Path cwd();

    /** Returns the folder of the files of sessions. */
    Path sessionDir();

    /** Returns the id, which no other session has. */
    String id();

    /** Returns the file; null for a session that is not kept. */
    @Nullable
    Path file();

    /** Returns the name; null if the session has none. */
    @Nullable
    String name();

    /** Returns the first line of the file: version, id, time and folder. */
    Entry.Header header();

    /** Returns all entries in the order of the file, without the header. */
    List<Entry> entries();

    /** Returns an entry by its id; null if there is none. */
    @Nullable
    Entry entry(String id);

    /** Returns the newest entry of a custom type, on whichever branch; null if there is none. */
    default Entry.@Nullable Custom lastCustom(String customType) {
        for (var entry : entries().reversed()) {
            if (entry instanceof Entry.Custom custom && custom.customType().equals(customType)) {
                return custom;
            }
        }
        return null;
    }

    /** Returns the entries from the root to the leaf. This is where a hook restores its state from. */
    List<Entry> branch();

    /** Returns the entries from the root to one entry. */
    List<Entry> branch(String fromId);

    /** Returns all entries as trees. */
    List<TreeNode> tree();

    /** Returns the id of the entry at which the session continues; null if there is none yet. */
    @Nullable
    String leafId();

    /** Returns the entry at which the session continues; null if there is none yet. */
    @Nullable
    Entry leaf();

    /** Returns the name that the user sees at an entry; null if it has none. */
    @Nullable
    String label(String entryId);

    /** Returns the entries that make up the model's context: the latest compaction, what it kept, and what came after. */
    List<Entry> contextEntries();

    /** Returns the messages of {@link #contextEntries()} with edits applied, each with its place in the branch. */
    List<ContextMessage> contextMessages();

    /** Returns the header at index 0, then the branch: the view that indices in hooks' entries refer to. */
    default List<Entry> indexed() {
        var entries = new java.util.ArrayList<Entry>();
        entries.add(header());
        entries.addAll(branch());
        return List.copyOf(entries);
    }

    /** Returns the messages of the branch that the model would see now. */
    default List<Message> messages() {
        return contextMessages().stream().map(ContextMessage::message).toList();
    }
}
