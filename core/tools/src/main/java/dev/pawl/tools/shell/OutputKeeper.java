package dev.pawl.tools.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Utf8;
import dev.pawl.tools.file.FileTrouble;
import dev.pawl.tools.text.Truncate;
import dev.pawl.tools.text.Truncation;
import dev.pawl.tools.text.Truncation.By;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes in output of any size in constant memory: its beginning, its end, and all of it in a file once it is too long
 * to show.
 */
final class OutputKeeper implements AutoCloseable {
    private static final int HALF = 512 * 1024;
    // The bytes shown, a line break after them, and a byte that shows whether there is more before them.
    private static final int WINDOW = Truncate.MAX_BYTES + 2;
    /** The bytes of the output that are saved: a command that never ends must not fill the disk. */
    private static final long MOST_SAVED = 100L << 20;

    private final TempFiles temp;
    private final long mostSaved;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream(512);
    private byte @Nullable [] ring;
    private int ringEnd;
    private long bytes;
    private long lineBreaks;
    private long lineBytes;
    private @Nullable Path file;
    private long saved;
    private @Nullable OutputStream stream;
    private @Nullable String trouble;
    private boolean closed;

    OutputKeeper(TempFiles temp) {
        this(temp, MOST_SAVED);
    }

    /** @param mostSaved so many bytes of long output are kept in a file */
    OutputKeeper(TempFiles temp, long mostSaved) {
        this.temp = temp;
        this.mostSaved = mostSaved;
    }

    synchronized void add(byte[] chunk) {
        if (closed || chunk.length == 0) {
            return;
        }
        long breaks = 0;
        int lastBreak = -1;
        for (int i = 0; i < chunk.length; i++) {
            if (chunk[i] == '\n') {
                breaks++;
                lastBreak = i;
            }
        }
        bytes += chunk.length;
        lineBreaks += breaks;
        lineBytes = lastBreak < 0 ? lineBytes + chunk.length : chunk.length - lastBreak - 1;
        save(chunk);
        hold(chunk);
    }

    private void hold(byte[] chunk) {
        int fits = Math.min(chunk.length, HALF - head.size());
        head.write(chunk, 0, fits);
        int rest = Math.min(chunk.length - fits, HALF);
        if (rest == 0) {
            return;
        }
        if (ring == null) {
            ring = new byte[HALF];
        }
        int from = chunk.length - rest;
        int first = Math.min(rest, HALF - ringEnd);
        System.arraycopy(chunk, from, ring, ringEnd, first);
        System.arraycopy(chunk, from + first, ring, 0, rest - first);
        ringEnd = (ringEnd + rest) % HALF;
    }

    /** A full disk must not end the command: the output continues, only the file does not. */
    private void save(byte[] chunk) {
        if (!tooLong() || trouble != null || saved >= mostSaved) {
            return;
        }
        try {
            if (stream == null) {
                file = temp.createOutput();
                stream = new BufferedOutputStream(Files.newOutputStream(file), 64 * 1024);
                // All that came before is still here: it was short enough to show.
                head.writeTo(stream);
                saved = head.size();
            }
            int fits = Math.clamp(mostSaved - saved, 0, chunk.length);
            stream.write(chunk, 0, fits);
            saved += fits;
        } catch (IOException e) {
            trouble = FileTrouble.words(e);
        }
    }

    private boolean tooLong() {
        return bytes > Truncate.MAX_BYTES || lines() > Truncate.MAX_LINES;
    }

    private long lines() {
        return lineBreaks + (lineBytes > 0 ? 1 : 0);
    }

    synchronized boolean isEmpty() {
        return bytes == 0;
    }

    /** Returns the end of the output, as much as is shown. */
    synchronized Tail tail() {
        if (!tooLong()) {
            var all = head.toByteArray();
            var text = new String(all, 0, closed ? all.length : Utf8.completeEnd(all, all.length), UTF_8);
            var whole = Truncation.whole(text, (int) lines(), (int) bytes, Truncate.MAX_LINES, Truncate.MAX_BYTES);
            return new Tail(whole, null, null, lineBytes, -1);
        }
        var window = last(WINDOW);
        var cut = Truncate.tail(window, lines(), bytes, Truncate.MAX_LINES, Truncate.MAX_BYTES);
        var partly = saved >= mostSaved && bytes > saved ? saved : -1;
        return new Tail(cut, file == null ? null : file.toString(), trouble, lineBytes, partly);
    }

    /** Returns the output for programs: whole up to 1 MiB, beginning and end of what is longer. */
    synchronized String structured() {
        if (ring == null) {
            return head.toString(UTF_8);
        }
        int kept = (int) Math.min(bytes - HALF, HALF);
        var end = last(kept);
        long left = bytes - HALF - kept;
        var begin = head.toByteArray();
        if (left == 0) {
            var all = Arrays.copyOf(begin, begin.length + end.length);
            System.arraycopy(end, 0, all, begin.length, end.length);
            return new String(all, UTF_8);
        }
        int beginEnd = Utf8.completeEnd(begin, begin.length);
        int endStart = Utf8.nextStart(end, 0);
        return new String(begin, 0, beginEnd, UTF_8)
                + "\n[… " + (left + begin.length - beginEnd + endStart) + " bytes left out …]\n"
                + new String(end, endStart, end.length - endStart, UTF_8);
    }

    synchronized boolean structuredIsCut() {
        return bytes > 2 * HALF;
    }

    private byte[] last(int count) {
        int wanted = (int) Math.min(count, bytes);
        var out = new byte[wanted];
        int inRing = ring == null ? 0 : (int) Math.min(Math.min(bytes - HALF, HALF), wanted);
        if (ring != null) {
            int from = Math.floorMod(ringEnd - inRing, HALF);
            int first = Math.min(inRing, HALF - from);
            System.arraycopy(ring, from, out, wanted - inRing, first);
            System.arraycopy(ring, 0, out, wanted - inRing + first, inRing - first);
        }
        var begin = inRing == wanted ? new byte[0] : head.toByteArray();
        System.arraycopy(begin, begin.length - (wanted - inRing), out, 0, wanted - inRing);
        return out;
    }

    @Override
    public void close() {
        finish();
    }

    /** Takes in nothing more. */
    synchronized void finish() {
        if (closed) {
            return;
        }
        closed = true;
        if (stream != null) {
            try {
                stream.close();
            } catch (IOException e) {
                trouble = FileTrouble.words(e);
            }
        }
    }

    /**
     * The part of the output that is shown.
     *
     * @param file where all of it is; null if all of it is shown, or if it could not be saved
     * @param trouble why it could not be saved
     * @param saved how much of it is in the file; -1 for all
     */
    record Tail(
            Truncation truncation,
            @Nullable String file,
            @Nullable String trouble,
            long lastLineBytes,
            long saved) {
        String text() {
            return truncation.content();
        }

        /** Returns what programs read of the output that is not shown; null where all of it is shown. */
        @Nullable
        JsonObject details() {
            if (!truncation.truncated()) {
                return null;
            }
            var details = JsonObject.of("truncation", truncation.toJson());
            return details.given("fullOutputPath", file);
        }

        /** Describes what is not shown and where to find it; empty if all is shown. */
        String notice() {
            if (!truncation.truncated()) {
                return "";
            }
            long last = truncation.totalLines();
            var shown = truncation.lastLinePartial()
                    ? "last " + Truncate.size(truncation.outputBytes()) + " of line " + last + " (line is "
                            + Truncate.size(lastLineBytes) + ")"
                    : "lines " + (last - truncation.outputLines() + 1) + "-" + last + " of " + last
                            + (truncation.by() == By.BYTES
                                    ? " (" + Truncate.size(truncation.maxBytes()) + " limit)"
                                    : "");
            var rest = trouble == null
                    ? (saved < 0 ? "Full output: " : "The first " + Truncate.size(saved) + " of the output: ") + file
                    : "The full output could not be saved" + (file == null ? "" : " to " + file) + ": " + trouble;
            return "\n\n[Showing " + shown + ". " + rest + "]";
        }
    }
}
