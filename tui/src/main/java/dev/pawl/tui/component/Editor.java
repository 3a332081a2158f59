package dev.pawl.tui.component;

import dev.pawl.api.ui.Autocompletion;
import dev.pawl.api.ui.EditorFactory.EditorComponent;
import dev.pawl.api.ui.Keybindings;
import dev.pawl.api.ui.Theme;
import dev.pawl.tui.Tui;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where people write: several lines, history, undo, completion. */
public final class Editor implements EditorComponent {
    public Editor(Tui tui, Theme theme, Keybindings keys, Options options) {}

    /** How an editor looks and how much it shows. */
    public record Options(int paddingX, int maxCompletions) {
        public static final Options DEFAULT = new Options(0, 5);
    }

    /** The text as it will be sent: with pasted text where its markers stand. */
    @Override
    public String text() {
        return "";
    }

    @Override
    public void setText(String text) {}

    /** The text as it is seen: with the markers of long pastes. */
    public String shownText() {
        return "";
    }

    /** Puts a text where the cursor is, as if it had been pasted. */
    public void insert(String text) {}

    public boolean isEmpty() {
        return text().isEmpty();
    }

    @Override
    public void onSubmit(Consumer<String> listener) {}

    public void onChange(Consumer<String> listener) {}

    public void setAutocompletion(@Nullable Autocompletion completion) {}

    public boolean isCompleting() {
        return false;
    }

    /** The style of the border, for example by level of thinking. */
    public void setBorderStyle(UnaryOperator<String> style) {}

    /** What stands in the upper border on its right. */
    public void setLabel(String label) {}

    /** Remembers a text that was sent, for the arrow keys. */
    public void addHistory(String text) {}

    /** Keeps enter from sending; the text stays. */
    public void setSubmitEnabled(boolean enabled) {}

    @Override
    public List<String> render(int width) {
        return List.of("");
    }

    @Override
    public boolean focusable() {
        return true;
    }
}
