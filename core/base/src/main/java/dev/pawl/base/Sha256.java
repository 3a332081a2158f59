package dev.pawl.base;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of texts, bytes and files. */
public final class Sha256 {
    private static final int BUFFER = 1 << 16;

    private Sha256() {}

    /** Returns a digest that has read nothing yet. */
    public static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    public static byte[] of(byte[] bytes) {
        return begin().digest(bytes);
    }

    /** Of a text in UTF-8. */
    public static byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** In hexadecimal digits. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(of(bytes));
    }

    /** Of a text in UTF-8, in hexadecimal digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }

    /** Of a file's content, in hexadecimal digits. */
    public static String hex(Path file) throws IOException {
        var digest = begin();
        update(digest, file);
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Reads a file to its end without holding it in memory. */
    public static void update(MessageDigest digest, Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var buffer = new byte[BUFFER];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
        }
    }
}
