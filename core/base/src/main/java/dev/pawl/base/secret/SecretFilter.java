package dev.pawl.base.secret;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds values in texts, in any of their {@linkplain SecretForms forms}, and puts {@code ⟦secret:NAME⟧} in their place.
 *
 * <p>A text is looked at in windows as long as the shortest form. The last three bytes of a window tell how far it can be
 * moved, so that most bytes are never read (Wu and Manber). Letters of ASCII count as the same in upper and lower case.
 */
public final class SecretFilter {
    /** The filter of a program without secrets. */
    public static final SecretFilter NONE = new SecretFilter(new byte[0][], new byte[0][]);

    private static final Pattern NAMED = Pattern.compile("⟦secret:([A-Za-z][A-Za-z0-9_.-]*)⟧");
    private static final int BLOCK = 3;
    private static final int TABLE = 1 << 16;
    private static final int LONGEST_SHIFT = 127;

    /** A line of a value that is shorter is no secret of its own. */
    private static final int SHORTEST_LINE = 16;

    /** Nobody spells out a longer value character by character. */
    private static final int LONGEST_SPELLED = 512;

    /** The forms in lower case, sorted. */
    private final byte[][] forms;

    private final byte[][] places;
    private final int shortest;
    private final int longest;
    private final byte[] shifts;
    /** The forms whose window ends with a block, by the block. */
    private final int[][] candidates;

    private final boolean[] begins = new boolean[256];

    private SecretFilter(byte[][] forms, byte[][] places) {
        this.forms = forms;
        this.places = places;
        this.shortest = Math.min(
                LONGEST_SHIFT,
                Arrays.stream(forms).mapToInt(form -> form.length).min().orElse(LONGEST_SHIFT));
        this.longest = Arrays.stream(forms).mapToInt(form -> form.length).max().orElse(0);
        if (forms.length == 0) {
            shifts = new byte[0];
            candidates = new int[0][];
            return;
        }
        shifts = new byte[TABLE];
        Arrays.fill(shifts, (byte) (shortest - BLOCK + 1));
        candidates = new int[TABLE][];
        for (int i = 0; i < forms.length; i++) {
            var form = forms[i];
            begins[form[0] & 0xFF] = true;
            for (int end = BLOCK; end <= shortest; end++) {
                int block = block(form, end - BLOCK);
                shifts[block] = (byte) Math.min(shifts[block], shortest - end);
            }
            int last = block(form, shortest - BLOCK);
            var before = candidates[last];
            var more = before == null ? new int[1] : Arrays.copyOf(before, before.length + 1);
            more[more.length - 1] = i;
            candidates[last] = more;
        }
    }

    /** Returns a filter for values by their names. */
    public static SecretFilter of(Map<String, String> values) {
        if (values.isEmpty()) {
            return NONE;
        }
        var found = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
        values.forEach((name, value) -> {
            var place = placeholder(name).getBytes(StandardCharsets.UTF_8);
            forms(value).forEach(form -> found.putIfAbsent(form, place));
        });
        return new SecretFilter(
                found.keySet().toArray(byte[][]::new), found.values().toArray(byte[][]::new));
    }

    /** Returns what stands in a text in place of a value. */
    public static String placeholder(String name) {
        return "⟦secret:" + name + "⟧";
    }

    /** Returns the names in a text that stand for values, each once. */
    public static List<String> named(String text) {
        var names = new ArrayList<String>();
        if (text.indexOf('⟦') >= 0) {
            var matcher = NAMED.matcher(text);
            while (matcher.find()) {
                if (!names.contains(matcher.group(1))) {
                    names.add(matcher.group(1));
                }
            }
        }
        return names;
    }

    private static List<byte[]> forms(String value) {
        var texts = new ArrayList<>(List.of(value));
        // A key of several lines can be printed line by line.
        if (value.indexOf('\n') >= 0) {
            value.lines()
                    .map(String::strip)
                    .filter(line -> line.length() >= SHORTEST_LINE && !line.startsWith("-----"))
                    .forEach(texts::add);
        }
        var all = new ArrayList<byte[]>();
        for (var text : texts) {
            var forms = SecretForms.of(text);
            forms.texts().forEach(form -> all.add(folded(form)));
            if (text.length() <= LONGEST_SPELLED) {
                forms.escapes().forEach(form -> all.add(folded(form)));
            }
        }
        return all;
    }

    private static byte[] folded(String form) {
        var bytes = form.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) fold(bytes[i]);
        }
        return bytes;
    }

    private static int fold(byte b) {
        return b >= 'A' && b <= 'Z' ? b + 32 : b & 0xFF;
    }

    /** A number for three bytes, the same for both cases of a letter. */
    private static int block(byte[] text, int at) {
        return ((text[at] | 0x20) ^ (text[at + 1] | 0x20) << 5 ^ (text[at + 2] | 0x20) << 10) & (TABLE - 1);
    }

    /** Returns whether there are no values to find. */
    public boolean isEmpty() {
        return forms.length == 0;
    }

    /** Returns whether a value stands in some bytes. */
    public boolean finds(byte[] bytes) {
        return find(bytes, 0, bytes.length) >= 0;
    }

    /** Returns the text with names in place of values; the same object if there is none in it. */
    public String masked(String text) {
        if (isEmpty() || text.length() * 3L < shortest) {
            return text;
        }
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var masked = masked(bytes);
        return masked == bytes ? text : new String(masked, StandardCharsets.UTF_8);
    }

    /** Returns the bytes with names in place of values; the same object if there is none in them. */
    public byte[] masked(byte[] bytes) {
        var out = new Masked(bytes);
        out.to(bytes.length);
        return out.end == 0 ? bytes : out.rest(bytes.length);
    }

    /** Returns a filter for the pieces of one stream. */
    public Pieces pieces() {
        return new Pieces();
    }

    /** The pieces of a stream. What may be the beginning of a value is kept back until the next piece shows it. */
    public final class Pieces {
        private byte[] kept = {};

        private Pieces() {}

        /** Returns what can be shown now. */
        public byte[] add(byte[] piece) {
            if (isEmpty() || piece.length == 0) {
                return piece;
            }
            var all = piece;
            if (kept.length > 0) {
                all = Arrays.copyOf(kept, kept.length + piece.length);
                System.arraycopy(piece, 0, all, kept.length, piece.length);
            }
            var out = new Masked(all);
            out.to(all.length);
            int open = openFrom(all, out.end);
            if (open == all.length && out.end == 0) {
                kept = new byte[0];
                return all;
            }
            kept = Arrays.copyOfRange(all, open, all.length);
            return out.rest(open);
        }

        /** Returns what is left when the stream is over. */
        public byte[] end() {
            var last = masked(kept);
            kept = new byte[0];
            return last;
        }
    }

    /** Bytes while they are copied with names in place of values. */
    private final class Masked {
        private final byte[] bytes;
        private byte @Nullable [] out;
        private int length;
        /** Where the last value that was found ends; 0 if there is none. */
        private int end;

        Masked(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Takes out all values before an end. */
        void to(int limit) {
            for (long hit = find(bytes, end, limit); hit >= 0; hit = find(bytes, end, limit)) {
                int at = (int) (hit >>> 32);
                int form = (int) hit;
                add(bytes, end, at);
                add(places[form], 0, places[form].length);
                end = at + forms[form].length;
            }
        }

        byte[] rest(int limit) {
            add(bytes, end, limit);
            return Arrays.copyOf(out == null ? new byte[0] : out, length);
        }

        private void add(byte[] from, int begin, int limit) {
            var into = out == null ? new byte[bytes.length + 64] : out;
            int needed = length + limit - begin;
            if (needed > into.length) {
                into = Arrays.copyOf(into, Math.max(needed, into.length * 2));
            }
            System.arraycopy(from, begin, into, length, limit - begin);
            length = needed;
            out = into;
        }
    }

    /** Returns where the first value begins, and in the lower half which of the longest forms it is; -1 for none. */
    private long find(byte[] text, int from, int to) {
        int at = from;
        while (at <= to - shortest) {
            int block = block(text, at + shortest - BLOCK);
            int shift = shifts[block];
            if (shift > 0) {
                at += shift;
                continue;
            }
            int form = longestAt(text, at, to, candidates[block]);
            if (form >= 0) {
                return (long) at << 32 | form;
            }
            at++;
        }
        return -1;
    }

    private int longestAt(byte[] text, int at, int to, int @Nullable [] which) {
        int found = -1;
        if (which != null && begins[fold(text[at])]) {
            for (int form : which) {
                if ((found < 0 || forms[form].length > forms[found].length)
                        && at + forms[form].length <= to
                        && matches(forms[form], text, at, forms[form].length)) {
                    found = form;
                }
            }
        }
        return found;
    }

    private static boolean matches(byte[] form, byte[] text, int at, int length) {
        for (int i = 0; i < length; i++) {
            if (fold(text[at + i]) != (form[i] & 0xFF)) {
                return false;
            }
        }
        return true;
    }

    /** Returns from where on a text may be the beginning of a value; its end if nothing is. */
    private int openFrom(byte[] text, int from) {
        for (int at = Math.max(from, text.length - longest + 1); at < text.length; at++) {
            if (begins[fold(text[at])] && isBeginning(text, at)) {
                return at;
            }
        }
        return text.length;
    }

    /** Returns whether a form is longer than the rest of a text and begins with it. */
    private boolean isBeginning(byte[] text, int at) {
        int low = 0;
        int high = forms.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = order(forms[middle], text, at);
            if (order == 0) {
                return true;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return false;
    }

    /** Returns 0 if a form is longer than the rest of a text and begins with it; else which of them comes first. */
    private static int order(byte[] form, byte[] text, int at) {
        int rest = text.length - at;
        for (int i = 0; i < Math.min(form.length, rest); i++) {
            int difference = (form[i] & 0xFF) - fold(text[at + i]);
            if (difference != 0) {
                return difference;
            }
        }
        return form.length > rest ? 0 : -1;
    }
}
