package dev.pawl.tui.markdown;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A block of code that is still being written: its lines are drawn once, as each of them ends. */
final class OpenFence {
    private final char mark;
    private final int length;
    private final int indent;
    private final CodeLines drawing;
    private final CodeHighlighter highlighter;
    private final String language;
    private int readTo;
    private boolean begun;

    private OpenFence(char mark, int length, int indent, String language, int from, CodeLines drawing) {
        this.mark = mark;
        this.length = length;
        this.indent = indent;
        this.language = language;
        this.drawing = drawing;
        this.highlighter = drawing.highlighter(language);
        this.readTo = from;
    }

    /** The fence that begins at a place; null if none does, or if its first line may still continue. */
    static @Nullable OpenFence at(StringBuilder text, int from, CodeLines drawing) {
        int end = text.indexOf("\n", from);
        if (end < 0) {
            return null;
        }
        int start = from;
        while (start < end && text.charAt(start) == ' ') {
            start++;
        }
        char mark = start < end ? text.charAt(start) : ' ';
        int i = start;
        while (i < end && text.charAt(i) == mark) {
            i++;
        }
        boolean fenced = (mark == '`' || mark == '~') && i - start >= 3 && start - from <= 3;
        var info = text.substring(i, end).strip();
        if (!fenced || (mark == '`' && info.indexOf('`') >= 0)) {
            return null;
        }
        return new OpenFence(mark, i - start, start - from, info, end + 1, drawing);
    }

    /** Draws what came since; whether the fence is still open. */
    boolean read(StringBuilder text, Consumer<List<String>> closed, Consumer<List<String>> open) {
        if (!begun) {
            begun = true;
            closed.accept(List.of(drawing.edge(language)));
        }
        for (int end = text.indexOf("\n", readTo); end >= 0; end = text.indexOf("\n", readTo)) {
            var line = text.substring(readTo, end > readTo && text.charAt(end - 1) == '\r' ? end - 1 : end);
            readTo = end + 1;
            if (closes(line)) {
                closed.accept(List.of(drawing.edge("")));
                return false;
            }
            closed.accept(drawing.of(outdented(line), highlighter));
        }
        var rest = text.substring(readTo);
        if (!rest.isEmpty() && !closes(rest)) {
            open.accept(drawing.of(outdented(rest), highlighter.copy()));
        }
        open.accept(List.of(drawing.edge("")));
        return true;
    }

    /** Where the text continues after the fence was closed. */
    int end() {
        return readTo;
    }

    private boolean closes(String line) {
        var stripped = line.stripTrailing();
        int start = 0;
        while (start < stripped.length() && stripped.charAt(start) == ' ') {
            start++;
        }
        if (start > 3 || stripped.length() - start < length) {
            return false;
        }
        for (int i = start; i < stripped.length(); i++) {
            if (stripped.charAt(i) != mark) {
                return false;
            }
        }
        return true;
    }

    private String outdented(String line) {
        int i = 0;
        while (i < indent && i < line.length() && line.charAt(i) == ' ') {
            i++;
        }
        return line.substring(i);
    }
}
