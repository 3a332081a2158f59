package dev.pawl.ai.wire;

/** Text as providers take it: halves of characters, which no encoding has, are replaced by U+FFFD. */
public final class Surrogates {
    private Surrogates() {}

    public static String paired(String text) {
        StringBuilder mended = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            boolean pair = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
            if (pair) {
                i++;
            } else {
                mended = mended == null ? new StringBuilder(text) : mended;
                mended.setCharAt(i, '\uFFFD');
            }
        }
        return mended == null ? text : mended.toString();
    }
}
