package dev.pawl.tools.builtin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.tools.text.LineScanner;
import dev.pawl.tools.text.Truncate;
import dev.pawl.tools.text.Truncation;
import dev.pawl.tools.text.Truncation.By;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file that read shows.
 *
 * @param shown what is shown of the wanted lines; null if there are none
 * @param fileLines how many lines the file has
 * @param firstLineBytes how long the first wanted line is
 */
public record TextWindow(@Nullable Truncation shown, long fileLines, long firstLineBytes) {

    /** Takes lines from {@code start} on, counted from 0, and counts the rest. */
    public static TextWindow read(LineScanner lines, long start, long wanted) throws IOException, InterruptedException {
        lines.skip(start);
        if (lines.atEnd()) {
            return new TextWindow(null, lines.passed(), 0);
        }
        long from = lines.position();
        var kept = new ByteArrayOutputStream();
        int end = 0;
        int count = 0;
        long consumed = 0;
        long firstLine = 0;
        @Nullable By by = null;
        while (by == null && consumed < wanted && !lines.atEnd()) {
            if (count == Truncate.MAX_LINES) {
                by = By.LINES;
                break;
            }
            int begin = kept.size();
            long size = lines.copyLine(kept, Truncate.MAX_BYTES + 1 - begin);
            firstLine = consumed == 0 ? size : firstLine;
            consumed++;
            if (begin + size > Truncate.MAX_BYTES) {
                by = By.BYTES;
                break;
            }
            count++;
            end = kept.size();
            if (lines.behindLineBreak()) {
                kept.write('\n');
            }
        }
        // The whole rest of a file is shown with the line break at its end; within a file a break belongs to what
        // follows.
        int textEnd = by == null && lines.atEnd() ? kept.size() : end;
        consumed += by == null ? 0 : lines.skip(wanted - consumed);
        long selected = lines.position() - from;
        lines.skip(Long.MAX_VALUE);
        var shown = new Truncation(
                new String(kept.toByteArray(), 0, textEnd, UTF_8),
                by,
                consumed,
                by == null ? textEnd : selected,
                count,
                textEnd,
                false,
                by == By.BYTES && count == 0,
                Truncate.MAX_LINES,
                Truncate.MAX_BYTES);
        return new TextWindow(shown, lines.passed(), firstLine);
    }
}
