package dev.pawl.tools.search;

/** The order of paths: name by name, by the bytes of their UTF-8. */
final class PathOrder {
    private PathOrder() {}

    static int compare(String one, String other) {
        return compare(one, 0, other, 0);
    }

    /** Compares from a place on in each. A slash comes before everything, which makes it name by name. */
    static int compare(String one, int oneStart, String other, int otherStart) {
        int length = Math.min(one.length() - oneStart, other.length() - otherStart);
        for (int i = 0; i < length; i++) {
            char a = one.charAt(oneStart + i);
            char b = other.charAt(otherStart + i);
            if (a != b) {
                return rank(a) - rank(b);
            }
        }
        return (one.length() - oneStart) - (other.length() - otherStart);
    }

    /** Java's halves of characters come last, as the bytes of these characters do. */
    private static int rank(char c) {
        return c == '/' ? 0 : Character.isSurrogate(c) ? 0x10000 + c : c;
    }
}
