package dev.pawl.tui.key;

/** The numbers in a key's sequence: {@code ESC [ first:shifted:base ; modifiers:event ; third letter}. */
record KeyNumbers(int first, int shifted, int modifiers, int event, int third) {
    static KeyNumbers of(String data) {
        var found = new int[3][3];
        int part = 0;
        int piece = 0;
        for (int i = 2; i < data.length() - 1; i++) {
            char c = data.charAt(i);
            if (c == ';') {
                part++;
                piece = 0;
            } else if (c == ':') {
                piece++;
            } else if (part < 3 && piece < 3 && c >= '0' && c <= '9' && found[part][piece] < 10_000_000) {
                found[part][piece] = found[part][piece] * 10 + c - '0';
            }
        }
        return new KeyNumbers(found[0][0], found[0][1], Math.max(0, found[1][0] - 1), found[1][1], found[2][0]);
    }
}
