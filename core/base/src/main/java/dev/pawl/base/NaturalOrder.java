package dev.pawl.base;

/** The order of names in which numbers count as numbers. */
public final class NaturalOrder {
    private NaturalOrder() {}

    /** Compares letter by letter without regard to case, but numbers as numbers: {@code gpt-5.10} after {@code gpt-5.9}. */
    public static int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            char c = Character.toLowerCase(a.charAt(i));
            char d = Character.toLowerCase(b.charAt(j));
            if (isDigit(c) && isDigit(d)) {
                int endA = digits(a, i);
                int endB = digits(b, j);
                int order = compareNumbers(a.substring(i, endA), b.substring(j, endB));
                if (order != 0) {
                    return order;
                }
                i = endA;
                j = endB;
            } else if (c != d) {
                return Character.compare(c, d);
            } else {
                i++;
                j++;
            }
        }
        int rest = Integer.compare(a.length() - i, b.length() - j);
        return rest != 0 ? rest : a.compareTo(b);
    }

    private static int compareNumbers(String a, String b) {
        int i = zeros(a);
        int j = zeros(b);
        int order = Integer.compare(a.length() - i, b.length() - j);
        return order != 0 ? order : a.substring(i).compareTo(b.substring(j));
    }

    private static int zeros(String digits) {
        int end = 0;
        while (end < digits.length() && digits.charAt(end) == '0') {
            end++;
        }
        return end;
    }

    private static int digits(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
