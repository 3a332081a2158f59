package dev.pawl.screen.dialog;

import dev.pawl.base.Fuzzy;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.component.Fitted;
import dev.pawl.tui.component.ListMove;
import dev.pawl.tui.component.ListPart;
import dev.pawl.tui.editor.Input;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A list that one searches by typing and chooses from. */
public final class Picker<T> implements Fitted {
    /** In so few lines none is left empty. */
    private static final int LOW = 5;

    private final Look look;
    private final Function<T, Line> lines;
    private final Consumer<@Nullable T> done;
    private final Input search;
    private final int visible;
    private List<T> all;
    private List<T> found;
    private int at;
    private int page;
    private Consumer<T> moved = _ -> {};
    private BiPredicate<String, @Nullable T> more = (_, _) -> false;
    private BiFunction<List<T>, String, List<T>> searching;

    /** How something is shown: what it is, a note about it on the right, and the words it is found by. */
    public record Line(String text, String note, String words) {
        public Line(String text, String note) {
            this(text, note, text + " " + note);
        }

        public static Line of(String text) {
            return new Line(text, "");
        }
    }

    public Picker(Look look, List<T> items, int visible, Function<T, Line> lines, Consumer<@Nullable T> done) {
        this.look = look;
        this.all = List.copyOf(items);
        this.found = all;
        this.visible = visible;
        this.page = visible;
        this.lines = lines;
        this.done = done;
        this.searching = (list, query) ->
                Fuzzy.best(list, query, item -> lines.apply(item).words());
        this.search = new Input(look.theme, look.keys, " > ", "type to search");
        search.onChange(_ -> refresh(0));
    }

    /** Searches in another way. */
    public Picker<T> searching(BiFunction<List<T>, String, List<T>> search) {
        this.searching = search;
        return this;
    }

    /** Keys of its own; true if one was meant. */
    public Picker<T> keys(BiPredicate<String, @Nullable T> more) {
        this.more = more;
        return this;
    }

    public Picker<T> select(@Nullable T item) {
        at = Math.max(0, item == null ? 0 : found.indexOf(item));
        return this;
    }

    /** Called when another item is under the cursor. */
    public Picker<T> onMove(Consumer<T> listener) {
        moved = listener;
        return this;
    }

    /** Begins with a search. */
    public Picker<T> query(String query) {
        search.setValue(query);
        refresh(0);
        return this;
    }

    public String query() {
        return search.value();
    }

    /** Other items, with the same search. */
    public void items(List<T> items) {
        all = List.copyOf(items);
        refresh(at);
    }

    private void refresh(int place) {
        var query = search.value();
        found = query.isBlank() ? all : searching.apply(all, query);
        move(place);
    }

    @Nullable
    T selected() {
        return at < found.size() ? found.get(at) : null;
    }

    @Override
    public void handleInput(String data) {
        var keys = look.keys;
        if (more.test(data, selected())) {
            look.tui.requestRender();
            return;
        }
        int place = ListMove.of(keys, data, at, found.size(), page);
        if (place >= 0) {
            move(place);
        } else if (keys.matches(data, "tui.select.confirm")) {
            var chosen = selected();
            if (chosen != null) {
                done.accept(chosen);
            }
        } else if (keys.matches(data, "tui.select.cancel")) {
            done.accept(null);
        } else {
            search.handleInput(data);
        }
    }

    private void move(int place) {
        at = Math.clamp(place, 0, Math.max(0, found.size() - 1));
        var now = selected();
        if (now != null) {
            moved.accept(now);
        }
        look.tui.requestRender();
    }

    @Override
    public List<String> render(int width, int rows) {
        var drawn = new ArrayList<>(search.render(width));
        if (rows > LOW) {
            drawn.add("");
        }
        if (found.isEmpty()) {
            drawn.add(look.muted(" Nothing matches."));
        }
        var part = ListPart.around(at, found.size(), visible, rows - drawn.size());
        page = Math.max(1, part.count());
        for (int i = part.first(); i < part.end(); i++) {
            drawn.add(line(lines.apply(found.get(i)), i == at, width));
        }
        if (part.count() < found.size()) {
            drawn.add(look.dim(" " + (at + 1) + " of " + found.size()));
        }
        return drawn;
    }

    private String line(Line line, boolean here, int width) {
        var note = Untrusted.line(line.note());
        int room = Math.max(8, width - 4 - (note.isEmpty() ? 0 : Math.min(Columns.of(note), width / 2) + 2));
        var text = Lines.truncate(Untrusted.line(line.text()), room);
        var cut = Lines.truncate(note, Math.max(0, width - 6 - Columns.of(text)));
        int gap = Math.max(2, width - 4 - Columns.of(text) - Columns.of(cut));
        return (here ? look.accent(" → ") + look.accent(text) : "   " + text)
                + (cut.isEmpty() ? "" : " ".repeat(gap) + look.dim(cut));
    }

    @Override
    public boolean focusable() {
        return true;
    }

    @Override
    public void focused(boolean focused) {
        search.focused(focused);
    }

    @Override
    public void invalidate() {
        search.invalidate();
    }
}
