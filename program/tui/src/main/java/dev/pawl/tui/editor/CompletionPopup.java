package dev.pawl.tui.editor;

import dev.pawl.api.ui.Autocompletion;
import dev.pawl.api.ui.Autocompletion.Applied;
import dev.pawl.api.ui.Autocompletion.Suggestions;
import dev.pawl.api.ui.Keybindings;
import dev.pawl.api.ui.Theme;
import dev.pawl.tui.component.SelectList;
import dev.pawl.tui.screen.Tui;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Asks how a text may go on, off the screen's thread, and shows the answers below the editor. */
final class CompletionPopup {
    private static final Duration MOMENT = Duration.ofMillis(100);

    private final Tui tui;
    private final Theme theme;
    private final Keybindings keys;
    private final IntSupplier maxVisible;
    private @Nullable Autocompletion completion;
    private @Nullable SelectList list;
    private List<Autocompletion.Item> items = List.of();
    private String prefix = "";
    private @Nullable Question question;

    CompletionPopup(Tui tui, Theme theme, Keybindings keys, IntSupplier maxVisible) {
        this.tui = tui;
        this.theme = theme;
        this.keys = keys;
        this.maxVisible = maxVisible;
    }

    void use(@Nullable Autocompletion other) {
        completion = other;
        close();
    }

    boolean isOpen() {
        return list != null;
    }

    /** Returns whether what is being completed is the name of a command, which one may want to run at once. */
    boolean completesCommand() {
        return prefix.startsWith("/") && prefix.indexOf(' ') < 0;
    }

    void close() {
        cancel();
        list = null;
    }

    private void cancel() {
        var open = question;
        question = null;
        if (open != null) {
            open.thread.interrupt();
        }
    }

    /** Asks; a question that is overtaken by the next is given up. */
    void ask(List<String> lines, int line, int column, boolean forced, Consumer<Applied> single) {
        cancel();
        var current = completion;
        if (current != null) {
            question = new Question(current, lines, line, column, forced, single);
            question.thread.start();
        }
    }

    /**
     * Waits a moment for an answer that is under way, because the list that is shown belongs to what was typed before.
     * Whether there is a list then.
     */
    boolean settled() {
        var open = question;
        try {
            if (open != null && open.thread.join(MOMENT)) {
                answered(open);
            } else if (open != null) {
                close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return isOpen();
    }

    private void answered(Question asked) {
        if (asked == question) {
            question = null;
            show(asked.answer, asked.forced, asked.single, asked.lines, asked.line, asked.column);
            tui.requestRender();
        }
    }

    /** One question, asked off the screen's thread. */
    private final class Question {
        private final List<String> lines;
        private final int line;
        private final int column;
        private final boolean forced;
        private final Consumer<Applied> single;
        private final Thread thread;
        private volatile @Nullable Suggestions answer;

        Question(
                Autocompletion of, List<String> lines, int line, int column, boolean forced, Consumer<Applied> single) {
            this.lines = lines;
            this.line = line;
            this.column = column;
            this.forced = forced;
            this.single = single;
            this.thread = Thread.ofVirtual().unstarted(() -> ask(of));
        }

        private void ask(Autocompletion of) {
            try {
                answer = of.suggest(lines, line, column, forced);
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | LinkageError | AssertionError e) {
                answer = null;
            }
            tui.run(() -> answered(this));
        }
    }

    private void show(
            @Nullable Suggestions found,
            boolean forced,
            Consumer<Applied> single,
            List<String> lines,
            int line,
            int column) {
        if (found == null || found.items().isEmpty()) {
            list = null;
            return;
        }
        prefix = found.prefix();
        items = found.items();
        if (forced && items.size() == 1) {
            list = null;
            var applied = apply(items.getFirst(), lines, line, column);
            if (applied != null) {
                single.accept(applied);
            }
            return;
        }
        list = new SelectList(
                items.stream()
                        .map(item -> new SelectList.Item(item.value(), item.label(), item.description()))
                        .toList(),
                items.size(),
                theme,
                keys);
        list.select(bestMatch());
    }

    private int bestMatch() {
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).value().equals(prefix) || ("/" + items.get(i).value()).equals(prefix)) {
                return i;
            }
        }
        return 0;
    }

    /** Returns whether the key moved the selection. */
    boolean move(String data) {
        var current = list;
        if (current == null) {
            return false;
        }
        for (var action : List.of("tui.select.up", "tui.select.down", "tui.select.pageUp", "tui.select.pageDown")) {
            if (keys.matches(data, action)) {
                current.handleInput(data);
                return true;
            }
        }
        return false;
    }

    /** The text with the selected item in it, and closes. */
    @Nullable
    Applied take(List<String> lines, int line, int column) {
        var current = list;
        if (current == null || current.selected() == null) {
            return null;
        }
        var item = items.get(current.selectedIndex());
        close();
        return apply(item, lines, line, column);
    }

    private @Nullable Applied apply(Autocompletion.Item item, List<String> lines, int line, int column) {
        var current = completion;
        try {
            return current == null ? null : current.apply(lines, line, column, item, prefix);
        } catch (RuntimeException | LinkageError | AssertionError e) {
            return null;
        }
    }

    List<String> render(int width) {
        var current = list;
        // Where not all are shown, the line below counts them.
        return current == null ? List.of() : current.render(width, maxVisible.getAsInt() + 1);
    }
}
