package dev.pawl.tools.search;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.tools.text.LineScanner;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for a pattern in the lines of a file.
 *
 * @param limit the number of lines of a file that is enough
 */
record LineSearch(LinePattern pattern, int limit) {
    private static final int HEAD = 64 * 1024;
    private static final int LONGEST_LINE = 64 * 1024 * 1024;

    /** Returns the lines found. A file is taken for text up to the first NUL, and not at all if that is at its beginning. */
    List<Hit> search(InputStream in) throws IOException, InterruptedException {
        var head = in.readNBytes(HEAD);
        if (beginsWith(head, 0xFE, 0xFF) || beginsWith(head, 0xFF, 0xFE)) {
            var all = new SequenceInputStream(new ByteArrayInputStream(head), in).readAllBytes();
            return lines(new ByteArrayInputStream(new String(all, UTF_16).getBytes(UTF_8)));
        }
        if (hasNul(head)) {
            return List.of();
        }
        int start = beginsWith(head, 0xEF, 0xBB, 0xBF) ? 3 : 0;
        return lines(new SequenceInputStream(new ByteArrayInputStream(head, start, head.length - start), in));
    }

    /** Returns whether a file begins with what is no text. */
    static boolean isBinary(InputStream in) throws IOException {
        var head = in.readNBytes(HEAD);
        return hasNul(head) && !beginsWith(head, 0xFE, 0xFF) && !beginsWith(head, 0xFF, 0xFE);
    }

    private List<Hit> lines(InputStream in) throws IOException, InterruptedException {
        var hits = new ArrayList<Hit>();
        var lines = new LineScanner(in);
        var line = new ByteArrayOutputStream();
        for (long number = 1; hits.size() < limit && !lines.atEnd(); number++) {
            line.reset();
            lines.copyLine(line, LONGEST_LINE);
            var text = line.toString(UTF_8);
            if (text.indexOf('\0') >= 0) {
                break;
            }
            if (pattern.isIn(text)) {
                hits.add(Hit.of(number, text));
            }
        }
        return hits;
    }

    private static boolean hasNul(byte[] bytes) {
        for (byte b : bytes) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean beginsWith(byte[] bytes, int... first) {
        for (int i = 0; i < first.length; i++) {
            if (i >= bytes.length || (bytes[i] & 0xFF) != first[i]) {
                return false;
            }
        }
        return true;
    }
}
