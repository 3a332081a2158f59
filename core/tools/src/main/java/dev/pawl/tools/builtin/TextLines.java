package dev.pawl.tools.builtin;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text cut into lines, each with the line break it came with, so that unchanged ones can be written back as they
 * were.
 */
final class TextLines {
    private final String raw;
    private final int[] rawStarts;
    private final int[] starts;
    private final String content;
    private final String lineBreak;

    private TextLines(String raw, int[] rawStarts, int[] starts, String content, String lineBreak) {
        this.raw = raw;
        this.rawStarts = rawStarts;
        this.starts = starts;
        this.content = content;
        this.lineBreak = lineBreak;
    }

    static TextLines of(String raw) {
        var rawStarts = new ArrayList<Integer>();
        var starts = new ArrayList<Integer>();
        var content = new StringBuilder(raw.length());
        @Nullable String firstBreak = null;
        for (int start = 0; start < raw.length(); ) {
            rawStarts.add(start);
            starts.add(content.length());
            int end = start;
            while (end < raw.length() && raw.charAt(end) != '\n' && raw.charAt(end) != '\r') {
                end++;
            }
            content.append(raw, start, end);
            if (end == raw.length()) {
                break;
            }
            var crLf = raw.startsWith("\r\n", end);
            if (firstBreak == null && (crLf || raw.charAt(end) == '\n')) {
                firstBreak = crLf ? "\r\n" : "\n";
            }
            content.append('\n');
            start = end + (crLf ? 2 : 1);
        }
        return new TextLines(
                raw, array(rawStarts), array(starts), content.toString(), firstBreak == null ? "\n" : firstBreak);
    }

    /** Returns the text with LF for every line break. */
    String content() {
        return content;
    }

    int count() {
        return starts.length;
    }

    /** Returns the lines from one to before another, as they came. */
    String raw(int from, int to) {
        return raw.substring(
                from == rawStarts.length ? raw.length() : rawStarts[from],
                to == rawStarts.length ? raw.length() : rawStarts[to]);
    }

    /** Returns a line with LF for its line break. */
    String line(int index) {
        return content.substring(starts[index], index + 1 == starts.length ? content.length() : starts[index + 1]);
    }

    List<String> lines(int from, int to) {
        var lines = new ArrayList<String>(to - from);
        for (int i = from; i < to; i++) {
            lines.add(line(i));
        }
        return lines;
    }

    /** Gives a text with LF the line breaks of this one. */
    String withLineBreaks(String text) {
        return lineBreak.equals("\n") ? text : text.replace("\n", lineBreak);
    }

    /** Cuts a text into lines that keep their LF. */
    static List<String> split(String text) {
        var lines = new ArrayList<String>();
        for (int start = 0; start < text.length(); ) {
            int lineBreak = text.indexOf('\n', start);
            int end = lineBreak < 0 ? text.length() : lineBreak + 1;
            lines.add(text.substring(start, end));
            start = end;
        }
        return lines;
    }

    static String normalized(String text) {
        return text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
    }

    private static int[] array(List<Integer> numbers) {
        var array = new int[numbers.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = numbers.get(i);
        }
        return array;
    }
}
