package dev.pawl.session.store;

import dev.pawl.api.session.Entry;

/**
 * The entries of a session in the order of its file, without the header.
 *
 * <p>Ids, parents and types are known at once; an entry itself is read on request, so code that walks the
 * tree should ask for as few as possible.
 */
public interface EntryLog {
    /** The parent of a root, or of an entry whose parent is not in the file. */
    int NONE = -1;

    Entry.Header header();

    int size();

    String id(int index);

    /** Returns the place of the parent, or {@link #NONE}. A parent that comes after its child counts as none. */
    int parent(int index);

    String type(int index);

    /** Reads the entry. */
    Entry entry(int index);

    /** Reads several entries. */
    default Entry[] entries(int[] indices) {
        var entries = new Entry[indices.length];
        for (int i = 0; i < indices.length; i++) {
            entries[i] = entry(indices[i]);
        }
        return entries;
    }

    /** Returns the place of the entry with an id, or {@link #NONE}. Of several with one id, the last. */
    int find(String id);
}
