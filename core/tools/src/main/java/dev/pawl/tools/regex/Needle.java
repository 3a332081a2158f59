package dev.pawl.tools.regex;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A text to be looked for in bytes, jumping ahead by what the last byte of the window allows (Horspool).
 *
 * <p>Where case does not matter, that holds for the letters of ASCII.
 */
final class Needle implements LineFinder {
    private final byte[] wanted;
    private final byte[] folded = new byte[256];
    private final int[] jumps = new int[256];
    private final boolean anyCase;

    Needle(String text, boolean anyCase) {
        this.anyCase = anyCase;
        for (int b = 0; b < 256; b++) {
            folded[b] = (byte) (anyCase && b >= 'A' && b <= 'Z' ? b + 32 : b);
        }
        wanted = text.getBytes(UTF_8);
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = folded[wanted[i] & 0xFF];
        }
        Arrays.fill(jumps, wanted.length);
        for (int i = 0; i < wanted.length - 1; i++) {
            int jump = wanted.length - 1 - i;
            jumps[wanted[i] & 0xFF] = jump;
            if (anyCase && wanted[i] >= 'a' && wanted[i] <= 'z') {
                jumps[wanted[i] - 32] = jump;
            }
        }
    }

    /** Where the text begins, -1 if it is not there. */
    @Override
    public int find(byte[] bytes, int from, int to) {
        int last = wanted.length - 1;
        byte ending = wanted[last];
        for (int end = from + last; end < to; ) {
            byte b = bytes[end];
            if ((anyCase ? folded[b & 0xFF] : b) == ending && isAt(bytes, end - last)) {
                return end - last;
            }
            end += jumps[b & 0xFF];
        }
        return -1;
    }

    private boolean isAt(byte[] bytes, int start) {
        for (int i = 0; i < wanted.length - 1; i++) {
            byte b = bytes[start + i];
            if ((anyCase ? folded[b & 0xFF] : b) != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
