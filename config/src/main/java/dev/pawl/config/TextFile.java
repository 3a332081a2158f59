package dev.pawl.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;

/** A text file that people write, read whole and within reason. */
final class TextFile {
    /** More than any model reads. */
    static final int LARGEST = 8 << 20;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private TextFile() {}

    /** The text, without a byte order mark; bytes that are no UTF-8 are read as well as they can be. */
    static String read(Path file, Collection<Problem> problems) throws IOException {
        var bytes = bytes(file);
        try {
            return decoded(bytes);
        } catch (IOException e) {
            problems.add(Problem.warning(file, "is " + e.getMessage() + ", which shows as \uFFFD. Save it as UTF-8."));
            return withoutMark(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    /** The text, which must be UTF-8 throughout, because it may be written back. */
    static String readStrictly(Path file) throws IOException {
        return decoded(bytes(file));
    }

    private static String decoded(byte[] utf8) throws IOException {
        var bytes = ByteBuffer.wrap(utf8);
        try {
            return withoutMark(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (CharacterCodingException e) {
            throw new IOException("not UTF-8 from byte " + (bytes.position() + 1) + " on", e);
        }
    }

    /** The first bytes of a file, for those who need no more. */
    static String head(Path file, int most) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return withoutMark(new String(in.readNBytes(most), StandardCharsets.UTF_8));
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new IOException("larger than " + (LARGEST >> 20) + " MiB");
            }
            return bytes;
        }
    }

    private static String withoutMark(String text) {
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    /** Why a file could not be read or written, in a few words. */
    static String why(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (e instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        var message = e.getMessage();
        return message == null ? e.toString() : message;
    }
}
