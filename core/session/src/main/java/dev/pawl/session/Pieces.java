package dev.pawl.session;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Bytes that are collected to be written later; they may be many, so they are not copied when there are more. */
public final class Pieces extends OutputStream {
    private static final int FIRST = 1 << 10;
    private static final int MOST = 1 << 20;

    private final List<byte[]> full = new ArrayList<>();
    private byte[] last = new byte[FIRST];
    private int used;

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        int written = 0;
        while (written < length) {
            if (used == last.length) {
                full.add(last);
                last = new byte[Math.min(2 * last.length, MOST)];
                used = 0;
            }
            int n = Math.min(length - written, last.length - used);
            System.arraycopy(bytes, from + written, last, used, n);
            used += n;
            written += n;
        }
    }

    /** Adds a text in UTF-8. */
    void text(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        write(bytes, 0, bytes.length);
    }

    /** Writes all of it. */
    public void writeTo(OutputStream out) throws IOException {
        for (var piece : full) {
            out.write(piece);
        }
        out.write(last, 0, used);
    }

    /** Returns all of it as one text. */
    @Override
    public String toString() {
        int size = used;
        for (var piece : full) {
            size += piece.length;
        }
        var all = new byte[size];
        int at = 0;
        for (var piece : full) {
            System.arraycopy(piece, 0, all, at, piece.length);
            at += piece.length;
        }
        System.arraycopy(Arrays.copyOf(last, used), 0, all, at, used);
        return new String(all, StandardCharsets.UTF_8);
    }
}
