package dev.pawl.machine.property;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** The values of one try; what is drawn outside of another value is in the report of a failure. */
public final class Draw {
    private final Choices choices;
    private final List<String> drawn = new ArrayList<>();
    private int depth;

    Draw(Choices choices) {
        this.choices = choices;
    }

    /** Discards the try unless its values fit. */
    public void assume(boolean fits) {
        if (!fits) {
            throw new Run.Discarded();
        }
    }

    public boolean bool() {
        return report(() -> choices.next(2) == 1);
    }

    public int integer(int least, int most) {
        return Math.toIntExact(number(least, most));
    }

    /** A whole number between the two, both included; the ends and the simplest one are drawn more often. */
    public long number(long least, long most) {
        return report(() -> {
            long simplest = Math.clamp(0, least, most);
            long above = most - simplest;
            long below = simplest - least;
            if (above < 0 || below < 0 || above + below < 0 || above + below == Long.MAX_VALUE) {
                return anyLong();
            }
            long count = above + below + 1;
            long choice = choices.next(count);
            if (choices.random() && count > 8) {
                choice = edge(choice, count, above);
                choices.replaceLast(choice);
            }
            // 0, 1, 2 … up to the larger end, then the other side: small choices are small numbers.
            return choice <= above ? simplest + choice : simplest - (choice - above);
        });
    }

    public long anyLong() {
        return report(() -> {
            long high = choices.next(1L << 32);
            long low = choices.next(1L << 32);
            return switch (Math.toIntExact(choices.next(6))) {
                case 0 -> low % 100;
                case 1 -> -(low % 100);
                case 2 -> Long.MAX_VALUE - low % 2;
                case 3 -> Long.MIN_VALUE + low % 2;
                default -> (high << 32) | low;
            };
        });
    }

    /** A double between the two with at most this many decimals. */
    public double decimal(long least, long most, int decimals) {
        return report(() -> {
            double scale = Math.pow(10, decimals);
            return number(Math.round(least * scale), Math.round(most * scale)) / scale;
        });
    }

    /** Any double, also those that are not finite. */
    public double anyDouble() {
        return report(() -> switch (integer(0, 7)) {
            case 0 -> 0.0;
            case 1 -> (double) integer(-1000, 1000);
            case 2 -> decimal(-100, 100, 3);
            case 3 -> of(Double.MAX_VALUE, Double.MIN_VALUE, -0.0, Double.MIN_NORMAL, 1e21, 1e-7);
            case 4 -> of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
            default -> Double.longBitsToDouble(anyLong());
        });
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final <T> T of(T... values) {
        return of(Arrays.asList(values));
    }

    public <T> T of(List<T> values) {
        return report(() -> values.get(Math.toIntExact(choices.next(values.size()))));
    }

    /** One of several ways to draw a value; the first is the simplest. */
    @SafeVarargs
    public final <T> T oneOf(Supplier<? extends T>... ways) {
        return report(() -> ways[Math.toIntExact(choices.next(ways.length))].get());
    }

    /** A value that a function draws. */
    public <T> T from(Function<Draw, T> way) {
        return report(() -> way.apply(this));
    }

    public <T> List<T> list(int least, int most, Supplier<T> element) {
        return report(() -> {
            var list = new ArrayList<T>();
            int wanted = choices.random() ? choices.size(most - least) : -1;
            while (list.size() < least || (list.size() < most && more(wanted, list.size() - least))) {
                list.add(element.get());
            }
            return list;
        });
    }

    public <K, V> Map<K, V> map(int most, Supplier<K> key, Supplier<V> value) {
        return report(() -> {
            var map = new LinkedHashMap<K, V>();
            list(0, most, () -> map.put(key.get(), value.get()));
            return map;
        });
    }

    public byte[] bytes(int most) {
        return report(() -> {
            var list = list(0, most, () -> (byte) choices.next(256));
            var bytes = new byte[list.size()];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = list.get(i);
            }
            return bytes;
        });
    }

    /** A text of characters of all kinds: letters, spaces, controls, accents, wide ones and those of two chars. */
    public String text(int most) {
        return text(0, most);
    }

    public String text(int least, int most) {
        return report(() -> joined(list(least, most, this::character)));
    }

    /** A text of the characters of an alphabet. */
    public String text(String alphabet, int least, int most) {
        int[] characters = alphabet.codePoints().toArray();
        return report(() -> joined(list(
                least, most, () -> Character.toString(characters[Math.toIntExact(choices.next(characters.length))]))));
    }

    /** A text of the characters between the two, both included. */
    public String text(char first, char last, int least, int most) {
        return report(() ->
                joined(list(least, most, () -> Character.toString((char) (first + choices.next(last - first + 1))))));
    }

    /** A text joined of at most this many of the pieces. */
    public String pieces(int most, String... pieces) {
        return pieces(0, most, pieces);
    }

    public String pieces(int least, int most, String... pieces) {
        return report(() -> joined(list(least, most, () -> pieces[Math.toIntExact(choices.next(pieces.length))])));
    }

    private String character() {
        return switch (Math.toIntExact(choices.next(12))) {
            case 0, 1, 2, 3 -> Character.toString((char) ('a' + choices.next(26)));
            case 4, 5, 6 -> Character.toString((char) (' ' + choices.next(95)));
            case 7 -> Character.toString((char) choices.next(32));
            case 8 -> Character.toString((char) (0xa0 + choices.next(0x500)));
            case 9 -> Character.toString((char) (0x4e00 + choices.next(0x1000)));
            case 10 -> Character.toString((int) (0x1f300 + choices.next(0x300)));
            default -> {
                int any = Math.toIntExact(choices.next(0xd800));
                yield Character.toString(any);
            }
        };
    }

    private static String joined(List<String> pieces) {
        return String.join("", pieces);
    }

    /** Whether one more element follows; a choice of its own, so that shrinking can leave an element out. */
    private boolean more(int wanted, int sofar) {
        boolean more = choices.next(2) == 1;
        if (wanted >= 0) {
            more = sofar < wanted;
            choices.replaceLast(more ? 1 : 0);
        }
        return more;
    }

    private long edge(long choice, long count, long above) {
        return switch (choices.dice(16)) {
            case 0 -> 0;
            case 1 -> above;
            case 2 -> count - 1;
            case 3 -> Math.min(count - 1, choices.dice(8));
            default -> choice;
        };
    }

    List<String> drawn() {
        return List.copyOf(drawn);
    }

    private <T> T report(Supplier<T> way) {
        depth++;
        T value;
        try {
            value = way.get();
        } finally {
            depth--;
        }
        if (depth == 0) {
            drawn.add(shown(value));
        }
        return value;
    }

    private static String shown(Object value) {
        var text = value instanceof byte[] bytes
                ? Arrays.toString(bytes)
                : value instanceof String s ? quoted(s) : String.valueOf(value);
        return text.length() <= 2_000 ? text : text.substring(0, 2_000) + "…";
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c < ' ' || c > '~') {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
