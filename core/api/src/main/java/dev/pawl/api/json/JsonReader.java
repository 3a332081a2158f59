package dev.pawl.api.json;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON values from UTF-8 in one pass.
 *
 * <p>The streaming parser is loaded with all that decimal numbers of any size need, which takes longer than reading the
 * settings of a start. It still has the last word: what this class does not read, it reads or refuses.
 */
final class JsonReader {
    /** This is not JSON, or of a kind that is left to the streaming parser. */
    static final class Unread extends Exception {
        private static final long serialVersionUID = 1;

        private Unread() {
            super("left to the streaming parser", null, false, false);
        }
    }

    private static final int DEPTH = 1_000;
    private static final int LONGEST_NUMBER = 500;
    /** The number of digits that always fit into a long. */
    private static final int DIGITS_OF_LONG = 18;

    private static final int LONGEST_NAME = 32;
    private static final KnownStrings NAMES = new KnownStrings(1024);

    private static final int LONGEST_WORD = 20;
    /** Short values, of which {@code text} and {@code user} come again and again. */
    private static final KnownStrings VALUES = new KnownStrings(256);

    private static final char REPLACEMENT = '\uFFFD';

    private final byte[] bytes;
    private final int end;
    private int at;
    private int depth;

    /** Fields and elements of objects and lists that are not complete. */
    private @Nullable Object[] stack = new @Nullable Object[16];

    private int top;

    private JsonReader(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /** The one value in this part of the bytes. */
    static @Nullable Object read(byte[] bytes, int from, int length) throws Unread {
        var reader = new JsonReader(bytes, from, from + length);
        var value = reader.value(reader.next());
        reader.skipSpace();
        if (reader.at < reader.end) {
            throw new Unread();
        }
        return value;
    }

    private void skipSpace() {
        while (at < end) {
            byte b = bytes[at];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return;
            }
            at++;
        }
    }

    /** Takes the next byte behind white space. */
    private byte next() throws Unread {
        skipSpace();
        return take();
    }

    private byte take() throws Unread {
        if (at >= end) {
            throw new Unread();
        }
        return bytes[at++];
    }

    private @Nullable Object value(byte first) throws Unread {
        return switch (first) {
            case '"' -> text();
            case '{' -> object();
            case '[' -> list();
            case 't' -> word("rue", true);
            case 'f' -> word("alse", false);
            case 'n' -> word("ull", null);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw new Unread();
        };
    }

    private @Nullable Object word(String rest, @Nullable Object meaning) throws Unread {
        for (int i = 0; i < rest.length(); i++) {
            if (take() != rest.charAt(i)) {
                throw new Unread();
            }
        }
        return meaning;
    }

    private JsonObject object() throws Unread {
        deeper();
        byte b = next();
        if (b == '}') {
            depth--;
            return JsonObject.empty();
        }
        int base = top;
        Map<String, @Nullable Object> many = null;
        while (true) {
            if (b != '"') {
                throw new Unread();
            }
            var name = name();
            if (next() != ':') {
                throw new Unread();
            }
            var value = value(next());
            if (many == null && top - base == 2 * FieldList.FEW) {
                many = FieldList.mapOf(stack, base, top);
                top = base;
            }
            if (many == null) {
                field(base, name, value);
            } else {
                many.put(name, value);
            }
            b = next();
            if (b == '}') {
                depth--;
                return many == null ? new JsonObject(taken(base)) : new JsonObject(many);
            }
            if (b != ',') {
                throw new Unread();
            }
            b = next();
        }
    }

    /** Of two fields with one name the last one counts, in the place of the first. */
    private void field(int base, String name, @Nullable Object value) {
        int place = FieldList.find(stack, base, top, name);
        if (place < 0) {
            push(name);
            push(value);
        } else {
            stack[place + 1] = value;
        }
    }

    private List<@Nullable Object> list() throws Unread {
        deeper();
        int base = top;
        byte b = next();
        while (b != ']') {
            push(value(b));
            b = next();
            if (b == ',') {
                b = next();
                if (b == ']') {
                    throw new Unread();
                }
            } else if (b != ']') {
                throw new Unread();
            }
        }
        depth--;
        return Collections.unmodifiableList(Arrays.<@Nullable Object>asList(taken(base)));
    }

    private void push(@Nullable Object value) {
        if (top == stack.length) {
            stack = Arrays.copyOf(stack, 2 * top);
        }
        stack[top++] = value;
    }

    /** Takes what was pushed since the stack had a height. */
    private @Nullable Object[] taken(int base) {
        var values = Arrays.copyOfRange(stack, base, top);
        top = base;
        return values;
    }

    private void deeper() throws Unread {
        if (++depth > DEPTH) {
            throw new Unread();
        }
    }

    private String name() throws Unread {
        int from = at;
        int hash = 0;
        for (int i = from; i < end && i - from <= LONGEST_NAME; i++) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                return NAMES.get(bytes, from, i, hash);
            }
            if (b < ' ' || b == '\\') {
                break;
            }
            hash = 31 * hash + b;
        }
        var name = string();
        if (Json.hasHalfCharacter(name)) {
            throw new Unread();
        }
        return name;
    }

    /** The rest of a string that is a value. */
    private String text() throws Unread {
        int from = at;
        int hash = 0;
        int most = Math.min(end, from + LONGEST_WORD);
        for (int i = from; i < most; i++) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                return VALUES.get(bytes, from, i, hash);
            }
            if (b < ' ' || b == '\\') {
                return string(from, i);
            }
            hash = 31 * hash + b;
        }
        return string(from, most);
    }

    /** The rest of a string behind its first quote. */
    private String string() throws Unread {
        return string(at, at);
    }

    /** @param looked where the part ends in which each byte is known to be a character of its own */
    @SuppressWarnings("deprecation") // Where it is used, each byte is known to be a character of its own.
    private String string(int from, int looked) throws Unread {
        int i = looked;
        int sum = 0;
        while (i < end) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                return sum >= 0 ? new String(bytes, 0, from, i - from) : decoded(from, i);
            }
            if (b == '\\') {
                return escaped(from, i);
            }
            if (b >= 0 && b < ' ') {
                throw new Unread();
            }
            sum |= b;
            i++;
        }
        throw new Unread();
    }

    private String decoded(int from, int to) throws Unread {
        var text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        // Either it was written so, or the bytes are not UTF-8.
        if (text.indexOf(REPLACEMENT) >= 0) {
            throw new Unread();
        }
        return text;
    }

    /** A string with escapes, the first of them at a known place. */
    private String escaped(int from, int firstEscape) throws Unread {
        var text = new StringBuilder(Math.max(16, 2 * (firstEscape - from)));
        int start = from;
        int i = firstEscape;
        while (i < end) {
            byte b = bytes[i];
            if (b == '"') {
                text.append(decoded(start, i));
                at = i + 1;
                return text.toString();
            }
            if (b >= 0 && b < ' ') {
                throw new Unread();
            }
            if (b != '\\') {
                i++;
                continue;
            }
            text.append(decoded(start, i));
            at = i + 1;
            text.append(escape(take()));
            i = at;
            start = i;
        }
        throw new Unread();
    }

    private char escape(byte kind) throws Unread {
        return switch (kind) {
            case '"', '\\', '/' -> (char) kind;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = Character.digit(take(), 16);
                    if (digit < 0) {
                        throw new Unread();
                    }
                    code = (code << 4) | digit;
                }
                yield (char) code;
            }
            default -> throw new Unread();
        };
    }

    private Number number() throws Unread {
        int from = at - 1;
        boolean negative = bytes[from] == '-';
        int digits = negative ? from + 1 : from;
        int i = digits;
        long value = 0;
        while (i < end && isDigit(bytes[i])) {
            value = 10 * value + (bytes[i] - '0');
            i++;
        }
        int count = i - digits;
        if (count == 0 || (count > 1 && bytes[digits] == '0') || count > LONGEST_NUMBER) {
            throw new Unread();
        }
        if (i < end && (bytes[i] == '.' || bytes[i] == 'e' || bytes[i] == 'E')) {
            return decimal(from, i);
        }
        at = i;
        if (count <= DIGITS_OF_LONG) {
            return negative ? -value : value;
        }
        return Json.canonical(new BigInteger(ascii(from, i)));
    }

    private Number decimal(int from, int afterDigits) throws Unread {
        int i = afterDigits;
        if (bytes[i] == '.') {
            i = digits(i + 1);
        }
        if (i < end && (bytes[i] == 'e' || bytes[i] == 'E')) {
            boolean signed = i + 1 < end && (bytes[i + 1] == '+' || bytes[i + 1] == '-');
            i = digits(signed ? i + 2 : i + 1);
        }
        if (i - from > LONGEST_NUMBER) {
            throw new Unread();
        }
        at = i;
        return Json.canonical(Double.parseDouble(ascii(from, i)));
    }

    /** Where one or more digits end. */
    private int digits(int from) throws Unread {
        int i = from;
        while (i < end && isDigit(bytes[i])) {
            i++;
        }
        if (i == from) {
            throw new Unread();
        }
        return i;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private String ascii(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    }
}
