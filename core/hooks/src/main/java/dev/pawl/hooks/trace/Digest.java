package dev.pawl.hooks.trace;

import dev.pawl.base.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A short mark by which equal texts of one run of the program are known to be equal.
 *
 * <p>It depends on a random key of the process: without it a short text could be guessed from its mark.
 */
final class Digest {
    private static final int SHOWN = 4;
    private static final byte[] KEY = new byte[32];

    static {
        new SecureRandom().nextBytes(KEY);
    }

    private Digest() {}

    static String of(String text) {
        var sha = Sha256.begin();
        sha.update(KEY);
        var sum = sha.digest(text.getBytes(StandardCharsets.UTF_8));
        return "#" + HexFormat.of().formatHex(sum, 0, SHOWN);
    }
}
