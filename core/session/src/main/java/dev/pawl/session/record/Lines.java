package dev.pawl.session.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;

/**
 * The lines of a file one after another, each as a text that ends with it.
 *
 * <p>No line is ever held whole, so that one of any length can be looked through. Bytes that are not text in the charset
 * are read as replacement characters.
 */
public final class Lines {
    private static final int WINDOW = 1 << 16;

    private final SeekableByteChannel source;
    private final CharsetDecoder decoder;
    private final long limit;
    private final ByteBuffer window = ByteBuffer.allocate(WINDOW).limit(0);
    private final Reader text = new Text();
    private final InputStream bytes = new Raw();

    private long windowStart;
    private long start;

    /** Where the line ends in the window; the window's own end as long as the line's is further on. */
    private int end;

    private boolean ended = true;

    /** The lines up to a number of bytes, from the beginning of the file. */
    public Lines(SeekableByteChannel source, Charset charset, long limit) throws IOException {
        this.source = source.position(0);
        this.limit = limit;
        this.decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
    }

    /** Goes on to the next line, whatever was read of this one; false if there is none. */
    public boolean next() throws IOException {
        while (!ended) {
            window.position(end);
            more();
        }
        window.position(Math.min(end + 1, window.limit()));
        if (!window.hasRemaining() && !fill()) {
            return false;
        }
        start = windowStart + window.position();
        begin();
        return true;
    }

    /** Goes back to the beginning of this line. */
    public void again() throws IOException {
        if (start >= windowStart) {
            window.position((int) (start - windowStart));
        } else {
            source.position(start);
            windowStart = start;
            window.position(0).limit(0);
        }
        begin();
    }

    /** Where this line begins in the file. */
    long start() {
        return start;
    }

    /** This line, to be read once. */
    public Reader text() {
        return text;
    }

    /** The bytes of this line, to be read once; an alternative to {@link #text()}. */
    public InputStream bytes() {
        return bytes;
    }

    /** This line as a string; only for lines from a source with a reasonable limit. */
    String string() throws IOException {
        var out = new StringWriter();
        text.transferTo(out);
        return out.toString();
    }

    private void begin() {
        decoder.reset();
        findEnd();
    }

    private void findEnd() {
        var bytes = window.array();
        int at = window.position();
        while (at < window.limit() && bytes[at] != '\n') {
            at++;
        }
        end = at;
        ended = at < window.limit();
    }

    /** Moves the window on along this line. */
    private void more() throws IOException {
        if (fill()) {
            findEnd();
        } else {
            end = window.limit();
            ended = true;
        }
    }

    /** Reads on behind what is left in the window; false at the end of the file. */
    private boolean fill() throws IOException {
        windowStart += window.position();
        window.compact();
        int left = window.position();
        long allowed = Math.max(0, limit - windowStart - left);
        window.limit((int) Math.min(WINDOW, left + allowed));
        int n = window.hasRemaining() ? source.read(window) : -1;
        window.flip();
        return n > 0;
    }

    private final class Text extends Reader {
        @Override
        public int read(char[] into, int from, int length) throws IOException {
            var out = CharBuffer.wrap(into, from, length);
            while (true) {
                int windowEnd = window.limit();
                window.limit(end);
                var result = decoder.decode(window, out, ended);
                window.limit(windowEnd);
                if (out.position() > from) {
                    return out.position() - from;
                }
                if (result.isOverflow()) {
                    throw new IllegalArgumentException("no room for a character in " + length);
                }
                if (ended) {
                    return -1;
                }
                more();
            }
        }

        @Override
        public void close() {}
    }

    private final class Raw extends InputStream {
        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            while (window.position() == end) {
                if (ended) {
                    return -1;
                }
                more();
            }
            int n = Math.min(length, end - window.position());
            window.get(into, from, n);
            return n;
        }
    }
}
