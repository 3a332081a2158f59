package dev.pawl.api.ui;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Suggests how a text being typed continues. */
public interface Autocompletion {
    @Nullable
    Suggestions suggest(List<String> lines, int line, int column, boolean forced) throws InterruptedException;

    /** Returns the text after a suggestion was taken. */
    Applied apply(List<String> lines, int line, int column, Item item, String prefix);

    record Suggestions(String prefix, List<Item> items) {
        public Suggestions {
            items = List.copyOf(items);
        }
    }

    record Item(String value, String label, @Nullable String description) {}

    record Applied(List<String> lines, int line, int column) {
        public Applied {
            lines = List.copyOf(lines);
        }
    }

    /** Puts a provider in front of the current one. */
    @FunctionalInterface
    interface Wrapper {
        Autocompletion wrap(Autocompletion current);
    }
}
