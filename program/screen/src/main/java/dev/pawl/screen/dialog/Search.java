package dev.pawl.screen.dialog;

import dev.pawl.api.ui.Component;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.editor.Input;
import dev.pawl.tui.screen.Drawing;
import dev.pawl.tui.screen.FoundWords;
import dev.pawl.tui.screen.Row;
import dev.pawl.tui.screen.Tui;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Searches the messages and tool calls for words: on a screen of its own they are marked in their places, which are
 * gone through; else the lines that have them are listed.
 */
public final class Search implements Component {
    private static final int VISIBLE = 5;
    private static final int ABOVE = 2;

    private final Look look;
    private final List<Place> places;
    private final Input input;
    private final Consumer<@Nullable Boolean> done;
    private List<Place> found = List.of();
    private int at;
    private boolean settled;

    /** A line of the transcript, as it is read. */
    public record Place(Row row, int line, String text) {
        /** All lines there are now. On the screen's thread. */
        public static List<Place> of(List<Row> rows, int columns) {
            var places = new ArrayList<Place>();
            for (var row : rows) {
                var lines = Drawing.lines(row.component(), columns);
                for (int i = 0; i < lines.size(); i++) {
                    var text = Untrusted.line(lines.get(i)).strip();
                    if (!text.isEmpty()) {
                        places.add(new Place(row, i, text));
                    }
                }
            }
            return places;
        }
    }

    public Search(Look look, List<Place> places, String words, Consumer<@Nullable Boolean> done) {
        this.look = look;
        this.places = places;
        this.done = done;
        this.input = new Input(look.theme, look.keys, " > ", "words to look for");
        input.setValue(words);
        input.onChange(_ -> search());
        search();
    }

    private void search() {
        var words = input.value().strip().toLowerCase(Locale.ROOT);
        found = words.isEmpty()
                ? List.of()
                : places.stream()
                        .filter(place -> place.text().toLowerCase(Locale.ROOT).contains(words))
                        .toList();
        // The last occurrence is most often meant.
        go(found.size() - 1);
    }

    private String marked(String words) {
        return look.theme.bg("searchMatchBg", look.fg("searchMatchText", words));
    }

    /** The place that is looked at, also where the terminal has no colours. */
    private String markedHere(String words) {
        return "\u001b[7m" + look.bold(words) + "\u001b[27m";
    }

    private boolean inPlace() {
        return look.tui.mode() == Tui.Mode.FULLSCREEN;
    }

    /** What was marked is not any more. */
    @Override
    public void dispose() {
        look.tui.mouse().find(null);
    }

    private void go(int place) {
        at = found.isEmpty() ? 0 : Math.floorMod(place, found.size());
        var here = found.isEmpty() ? null : found.get(at);
        var words = input.value().strip();
        look.tui
                .mouse()
                .find(
                        here == null
                                ? null
                                : new FoundWords(words, this::marked, here.row(), here.line(), this::markedHere));
        if (here != null && inPlace()) {
            look.tui.scrollTo(here.row());
            look.tui.scroll(here.line() - ABOVE);
        }
    }

    @Override
    public void handleInput(String data) {
        var keys = look.keys;
        if (keys.matches(data, "tui.altScreen.searchClose")) {
            done.accept(true);
        } else if (keys.matches(data, "tui.select.cancel")) {
            done.accept(null);
        } else if (keys.matches(data, "tui.select.up") || keys.matches(data, "tui.altScreen.searchPrevious")) {
            go(at - 1);
        } else if (keys.matches(data, "tui.select.down") || keys.matches(data, "tui.altScreen.searchNext")) {
            go(at + 1);
        } else {
            input.handleInput(data);
        }
    }

    @Override
    public List<String> render(int width) {
        var drawn = new ArrayList<>(input.render(width));
        if (found.isEmpty() && !(inPlace() && input.value().isBlank())) {
            drawn.add(look.muted(input.value().isBlank() ? "" : " Nothing was found."));
        }
        int from = Math.clamp(at - VISIBLE / 2, 0, Math.max(0, found.size() - VISIBLE));
        int to = inPlace() ? 0 : Math.min(found.size(), from + VISIBLE);
        for (int i = from; i < to; i++) {
            drawn.add(line(found.get(i).text(), i == at, width));
        }
        // As high as ever, or else what is looked at would move.
        while (drawn.size() <= (inPlace() ? 0 : VISIBLE)) {
            drawn.add("");
        }
        if (inPlace() && !found.isEmpty()) {
            drawn.add(line(found.get(at).text(), true, width));
        } else if (inPlace() && input.value().isBlank()) {
            drawn.add("");
        }
        drawn.add(found.isEmpty() ? "" : look.dim(" " + (at + 1) + " of " + found.size()));
        if (!settled) {
            // Only now it is known how much of the screen is left for the rest.
            settled = true;
            look.tui.run(() -> go(at));
        }
        return drawn;
    }

    /** The line around the words that were looked for. */
    private String line(String text, boolean here, int width) {
        var words = input.value().strip();
        int start = text.toLowerCase(Locale.ROOT).indexOf(words.toLowerCase(Locale.ROOT));
        int end = Math.min(text.length(), start + words.length());
        if (start < 0) {
            return Lines.truncate("   " + text, width);
        }
        int before = Columns.of(text.substring(0, start));
        int cut = Math.max(0, before - width / 2);
        var head = (cut == 0 ? "" : "…") + Lines.slice(text.substring(0, start), cut, before);
        var match = marked(text.substring(start, end));
        return Lines.truncate((here ? look.accent(" → ") : "   ") + head + match + text.substring(end), width);
    }

    @Override
    public boolean focusable() {
        return true;
    }

    @Override
    public void focused(boolean focused) {
        input.focused(focused);
    }

    @Override
    public void invalidate() {
        input.invalidate();
    }
}
