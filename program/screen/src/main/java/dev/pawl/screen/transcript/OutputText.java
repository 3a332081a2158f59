package dev.pawl.screen.transcript;

import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Cached;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.markdown.FileColours;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The output of a tool or a command: a few lines of it, or all of them. */
final class OutputText extends Cached {
    /** Which lines are left when it is folded. */
    enum Keep {
        FIRST,
        LAST
    }

    private final Look look;
    private final String text;
    private final String token;
    private final Keep keep;
    private final int folded;
    private final boolean expanded;
    private final @Nullable String file;
    private @Nullable FileColours colours;

    OutputText(Look look, String text, String token, Keep keep, int folded, boolean expanded) {
        this(look, text, token, keep, folded, expanded, null);
    }

    /** @param file the file that the text is of, in whose colours it is shown; null if it is of none */
    OutputText(Look look, String text, String token, Keep keep, int folded, boolean expanded, @Nullable String file) {
        this.look = look;
        this.text = Untrusted.text(text).stripTrailing();
        this.token = token;
        this.keep = keep;
        this.folded = folded;
        this.expanded = expanded;
        this.file = file;
    }

    @Override
    protected List<String> draw(int width) {
        if (text.isBlank()) {
            return List.of();
        }
        var all = Lines.split(text);
        colours = file == null ? null : new FileColours(file, look.theme);
        if (expanded) {
            var lines = new ArrayList<String>();
            for (var line : all) {
                lines.addAll(wrapped(line, width));
            }
            return lines;
        }
        return keep == Keep.LAST ? last(all, width) : first(all, width);
    }

    private List<String> last(List<String> all, int width) {
        var reversed = new ArrayList<String>();
        int at = all.size();
        while (at > 0 && reversed.size() < folded) {
            var wrapped = wrapped(all.get(--at), width);
            for (int i = wrapped.size() - 1; i >= 0 && reversed.size() < folded; i--) {
                reversed.add(wrapped.get(i));
            }
        }
        if (at > 0) {
            reversed.add(more(at, "earlier"));
        }
        Collections.reverse(reversed);
        return reversed;
    }

    private List<String> first(List<String> all, int width) {
        var lines = new ArrayList<String>();
        int at = 0;
        while (at < all.size() && lines.size() < folded) {
            var wrapped = wrapped(all.get(at++), width);
            for (int i = 0; i < wrapped.size() && lines.size() < folded; i++) {
                lines.add(wrapped.get(i));
            }
        }
        if (at < all.size()) {
            lines.add(more(all.size() - at, "more"));
        }
        return lines;
    }

    private List<String> wrapped(String line, int width) {
        if (line.isEmpty()) {
            return List.of("");
        }
        var inColour = colours;
        if (inColour != null && inColour.isKnown()) {
            return Lines.wrap(inColour.line(Lines.expand(line)), width);
        }
        var wrapped = new ArrayList<String>();
        for (var part : Lines.wrap(line, width)) {
            wrapped.add(look.fg(token, part));
        }
        return wrapped;
    }

    private String more(int lines, String where) {
        var hint = look.keys.text(AppAction.TOOLS_EXPAND.id());
        return look.muted("… " + lines + " " + where + (lines == 1 ? " line" : " lines")
                + (hint.isEmpty() ? "" : " (" + hint + ")"));
    }
}
