package dev.pawl.tui.editor;

import dev.pawl.api.ui.Autocompletion;
import dev.pawl.api.ui.Autocompletion.Applied;
import dev.pawl.api.ui.EditorFactory.EditorComponent;
import dev.pawl.api.ui.Keybindings;
import dev.pawl.api.ui.Theme;
import dev.pawl.tui.key.Key;
import dev.pawl.tui.screen.Clickable;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Cursor;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where users write: several lines, history, undo, completion. */
public final class Editor implements EditorComponent, Clickable {
    private final Tui tui;
    private final Keybindings keys;
    private Options options;
    private final EditKeys editKeys;
    private final PasteMarkers pastes = new PasteMarkers();
    private final EditBuffer buffer = new EditBuffer(pastes);
    private final EditorHistory history = new EditorHistory();
    private final CompletionPopup popup;
    private UnaryOperator<String> border;
    private Consumer<String> onSubmit = text -> {};
    private Consumer<String> onChange = text -> {};
    private boolean focused;
    private int jump;
    private int wantedColumn = -1;
    private int firstLine;
    private int lastWidth = 80;
    private @Nullable EditorLayout layout;

    public Editor(Tui tui, Theme theme, Keybindings keys, Options options) {
        this.tui = tui;
        this.keys = keys;
        this.options = options;
        this.editKeys = new EditKeys(keys);
        this.popup = new CompletionPopup(tui, theme, keys, () -> this.options.maxCompletions);
        this.border = text -> theme.fg("border", text);
    }

    /** How an editor looks and how much it shows. */
    public record Options(int paddingX, int maxCompletions) {
        public static final Options DEFAULT = new Options(0, 5);
    }

    /** Looks and shows as much from now on. */
    public void use(Options now) {
        options = now;
        tui.requestRender();
    }

    /** The text as it will be sent: with pasted text where its markers stand. */
    @Override
    public String text() {
        return pastes.expand(buffer.text());
    }

    @Override
    public void setText(String text) {
        history.leave();
        popup.close();
        change(() -> buffer.set(Untrusted.text(text)));
    }

    /** The text as it is seen: with the markers of long pastes. */
    public String shownText() {
        return buffer.text();
    }

    /** Puts a text where the cursor is, as if it had been pasted. */
    public void insert(String text) {
        history.leave();
        change(() -> buffer.insert(Untrusted.text(text)));
    }

    @Override
    public void onSubmit(Consumer<String> listener) {
        onSubmit = listener;
    }

    public void onChange(Consumer<String> listener) {
        onChange = listener;
    }

    public void setAutocompletion(@Nullable Autocompletion completion) {
        popup.use(completion);
    }

    public boolean isCompleting() {
        return popup.isOpen();
    }

    /** The style of the border, for example by level of thinking. */
    public void setBorderStyle(UnaryOperator<String> style) {
        border = style;
        tui.requestRender();
    }

    /** Remembers a text that was sent, for the arrow keys. */
    public void addHistory(String text) {
        history.add(text);
    }

    private void change(Runnable edit) {
        var before = buffer.text();
        edit.run();
        wantedColumn = -1;
        if (!before.equals(buffer.text())) {
            onChange.accept(buffer.text());
        }
        tui.requestRender();
    }

    @Override
    public void handleInput(String data) {
        if (jump != 0) {
            jumpTo(Key.text(data));
            return;
        }
        if (Key.isPaste(data)) {
            paste(Key.pasted(data));
            return;
        }
        if (popup.isOpen() && complete(data)) {
            return;
        }
        if (keys.matches(data, "tui.input.tab")) {
            ask(true);
        } else if (keys.matches(data, "tui.input.newLine")) {
            change(() -> buffer.insert("\n"));
            ask(false);
        } else if (keys.matches(data, "tui.input.submit")) {
            submit();
        } else if (keys.matches(data, "tui.editor.jumpForward")) {
            jump = 1;
        } else if (keys.matches(data, "tui.editor.jumpBackward")) {
            jump = -1;
        } else if (!vertical(data)) {
            edit(data);
        }
        tui.requestRender();
    }

    private void edit(String data) {
        var before = buffer.text();
        change(() -> {
            if (!editKeys.handle(data, buffer)) {
                var text = Untrusted.typed(Key.text(data));
                if (!text.isEmpty()) {
                    buffer.type(text);
                }
            }
        });
        if (!before.equals(buffer.text())) {
            history.leave();
            ask(false);
        } else {
            popup.close();
        }
    }

    private void paste(String pasted) {
        var text = Untrusted.text(pasted);
        history.leave();
        change(() -> buffer.insert(pastes.shown(text)));
        popup.close();
    }

    private void jumpTo(String wanted) {
        var text = buffer.text();
        if (!wanted.isEmpty()) {
            int found = jump > 0
                    ? text.indexOf(wanted, buffer.cursor() + 1)
                    : text.lastIndexOf(wanted, buffer.cursor() - 1);
            if (found >= 0) {
                change(() -> buffer.moveTo(found));
            }
        }
        jump = 0;
    }

    /** Enter sends, unless a backslash is before the cursor: then it begins a line. */
    private void submit() {
        int cursor = buffer.cursor();
        if (cursor > 0 && buffer.text().charAt(cursor - 1) == '\\') {
            change(() -> {
                buffer.deleteBackward();
                buffer.insert("\n");
            });
            return;
        }
        popup.close();
        onSubmit.accept(text());
    }

    private boolean complete(String data) {
        if (keys.matches(data, "tui.select.cancel") && Key.matches(data, "escape")) {
            popup.close();
            tui.requestRender();
            return true;
        }
        if (popup.move(data)) {
            tui.requestRender();
            return true;
        }
        boolean enter = keys.matches(data, "tui.select.confirm");
        if ((!enter && !keys.matches(data, "tui.input.tab")) || !popup.settled()) {
            return false;
        }
        boolean runs = enter && popup.completesCommand();
        var place = place();
        var before = buffer.text().stripTrailing();
        var applied = popup.take(place.lines(), place.line(), place.column());
        if (applied != null) {
            apply(applied);
        }
        // Who has written it to the end already means to send it.
        if (runs || (enter && buffer.text().stripTrailing().equals(before))) {
            submit();
        } else {
            ask(false);
        }
        return true;
    }

    private void apply(Applied applied) {
        int position = applied.column();
        for (int i = 0; i < applied.line() && i < applied.lines().size(); i++) {
            position += applied.lines().get(i).length() + 1;
        }
        int cursor = position;
        change(() -> buffer.set(Untrusted.text(String.join("\n", applied.lines())), cursor));
    }

    private void ask(boolean forced) {
        var place = place();
        popup.ask(place.lines(), place.line(), place.column(), forced, this::apply);
    }

    /** The text as lines, and where in them the cursor is. */
    private Applied place() {
        var before = buffer.text().substring(0, buffer.cursor());
        int line = (int) before.chars().filter(c -> c == '\n').count();
        return new Applied(Lines.split(buffer.text()), line, buffer.cursor() - buffer.lineStart());
    }

    private boolean vertical(String data) {
        if (keys.matches(data, "tui.editor.historyPrevious")) {
            back();
        } else if (keys.matches(data, "tui.editor.historyNext")) {
            browse(history.next());
        } else if (keys.matches(data, "tui.editor.cursorUp")) {
            up();
        } else if (keys.matches(data, "tui.editor.cursorDown")) {
            down();
        } else if (keys.matches(data, "tui.editor.pageUp")) {
            moveLines(-visibleLines());
        } else if (keys.matches(data, "tui.editor.pageDown")) {
            moveLines(visibleLines());
        } else {
            return false;
        }
        popup.close();
        return true;
    }

    private void up() {
        if (layout().lineOf(buffer.cursor()) > 0) {
            moveLines(-1);
        } else if (history.isBrowsing() || buffer.cursor() == 0) {
            back();
        } else {
            change(() -> buffer.moveTo(0));
        }
    }

    private void down() {
        if (layout().lineOf(buffer.cursor()) < layout().lines().size() - 1) {
            moveLines(1);
        } else if (history.isBrowsing()) {
            browse(history.next());
        } else {
            change(() -> buffer.moveTo(buffer.text().length()));
        }
    }

    /** The text before, with the cursor at its beginning, so that the same key goes on to the one before that. */
    private void back() {
        var text = history.previous(buffer.text());
        if (text != null) {
            change(() -> buffer.set(text, 0));
        }
    }

    private void browse(@Nullable String text) {
        if (text != null) {
            change(() -> buffer.set(text));
        }
    }

    private void moveLines(int by) {
        var current = layout();
        int line = current.lineOf(buffer.cursor());
        int column = wantedColumn >= 0 ? wantedColumn : current.columnOf(buffer.cursor());
        int target = Math.clamp(line + by, 0, current.lines().size() - 1);
        buffer.moveTo(current.positionAt(target, column, pastes));
        wantedColumn = column;
    }

    private int visibleLines() {
        return Math.max(5, tui.rows() * 3 / 10);
    }

    /** One column stays free for the cursor behind the last character. */
    private EditorLayout layout() {
        int width = Math.max(1, lastWidth - 2 * padding() - 1);
        var current = layout;
        if (current == null || current.width() != width || !current.text().equals(buffer.text())) {
            current = EditorLayout.of(buffer.text(), width, pastes);
            layout = current;
        }
        return current;
    }

    private int padding() {
        return Math.min(options.paddingX, Math.max(0, (lastWidth - 2) / 2));
    }

    @Override
    public List<String> render(int width) {
        lastWidth = width;
        var current = layout();
        int cursorLine = current.lineOf(buffer.cursor());
        int visible = Math.min(visibleLines(), current.lines().size());
        firstLine = Math.clamp(firstLine, Math.max(0, cursorLine - visible + 1), cursorLine);
        firstLine = Math.min(firstLine, current.lines().size() - visible);
        int below = current.lines().size() - firstLine - visible;
        var lines = new ArrayList<String>();
        lines.add(rule(width, firstLine > 0 ? "─── ↑ " + firstLine + " more " : ""));
        for (int i = firstLine; i < firstLine + visible; i++) {
            lines.add(line(current, i, i == cursorLine));
        }
        lines.add(rule(width, below > 0 ? "─── ↓ " + below + " more " : ""));
        lines.addAll(popup.render(width));
        return lines;
    }

    /** Returns a line across the screen, with a count at its left if there is room for it. */
    private String rule(int width, String left) {
        int room = width - Columns.of(left);
        return border.apply(room < 1 ? "─".repeat(Math.max(0, width)) : left + "─".repeat(room));
    }

    private String line(EditorLayout current, int index, boolean withCursor) {
        var line = current.lines().get(index);
        var margin = " ".repeat(padding());
        if (!withCursor || !focused) {
            return margin + current.shown(line.from(), line.to());
        }
        int at = Math.min(buffer.cursor(), line.to());
        return margin + current.shown(line.from(), at) + Cursor.MARK + current.shown(at, line.to());
    }

    /** Puts the cursor where was clicked. */
    @Override
    public boolean click(int line, int column) {
        var current = layout();
        int wanted = firstLine + line - 1;
        if (line < 1 || wanted >= Math.min(current.lines().size(), firstLine + visibleLines())) {
            return false;
        }
        popup.close();
        change(() -> buffer.moveTo(current.positionAt(wanted, Math.max(0, column - padding()), pastes)));
        return true;
    }

    @Override
    public boolean focusable() {
        return true;
    }

    @Override
    public void focused(boolean now) {
        focused = now;
    }

    @Override
    public void dispose() {
        popup.close();
    }
}
