package dev.pawl.config.text;

import dev.pawl.base.RegularFile;
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
import org.jspecify.annotations.Nullable;

/** A text file that users write, read whole and within reason. */
public final class TextFile {
    /** More than any model reads. */
    public static final int LARGEST = 8 << 20;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private TextFile() {}

    /**
     * The text, without a byte order mark; bytes that are not UTF-8 are read as well as they can be.
     *
     * @param within the folder that the file must be in after links are resolved; null for anywhere
     */
    public static String read(Path file, @Nullable Path within, Collection<Problem> problems) throws IOException {
        return text(file, RegularFile.read(file, within, LARGEST), problems);
    }

    /** The text of what the command line names, which may be a pipe, too. */
    public static String readNamed(Path file, Collection<Problem> problems) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new IOException("larger than " + (LARGEST >> 20) + " MiB");
            }
            return text(file, bytes, problems);
        }
    }

    private static String text(Path file, byte[] bytes, Collection<Problem> problems) {
        try {
            return decoded(bytes);
        } catch (IOException e) {
            problems.add(Problem.warning(file, "is " + e.getMessage() + ", which shows as \uFFFD. Save it as UTF-8."));
            return withoutMark(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    /** The text, which must be UTF-8 throughout, because it may be written back. */
    static String readStrictly(Path file, @Nullable Path within) throws IOException {
        return decoded(RegularFile.read(file, within, LARGEST));
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
    public static String head(Path file, int most) throws IOException {
        return withoutMark(new String(RegularFile.head(file, null, most), StandardCharsets.UTF_8));
    }

    private static String withoutMark(String text) {
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    /** Why a file could not be read or written, in a few words. */
    public static String why(IOException e) {
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
