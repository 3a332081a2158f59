package dev.pawl.tui.editor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Texts that were sent, and the one being written when one began to leaf through them. */
final class EditorHistory {
    private static final int KEPT = 500;

    private final List<String> texts = new ArrayList<>();
    private String draft = "";
    private int back;

    void add(String text) {
        back = 0;
        if (text.isBlank() || (!texts.isEmpty() && texts.getLast().equals(text))) {
            return;
        }
        texts.add(text);
        if (texts.size() > KEPT) {
            texts.removeFirst();
        }
    }

    boolean isBrowsing() {
        return back > 0;
    }

    void leave() {
        back = 0;
    }

    /** The text before; null if there is none. */
    @Nullable
    String previous(String current) {
        if (back == texts.size()) {
            return null;
        }
        if (back == 0) {
            draft = current;
        }
        return texts.get(texts.size() - ++back);
    }

    /** The text after; null if there is none. */
    @Nullable
    String next() {
        if (back == 0) {
            return null;
        }
        return --back == 0 ? draft : texts.get(texts.size() - back);
    }
}
