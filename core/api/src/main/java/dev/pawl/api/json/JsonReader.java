package dev.pawl.api.json;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON values from UTF-8 in one pass. Bytes that are not UTF-8 are read as replacement characters. */
final class JsonReader {
    private static final int LONGEST_NUMBER = 1_000;
    /** The number of digits that always fit into a long. */
    private static final int DIGITS_OF_LONG = 18;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    /** What {@link #next} returns at the end of the text. */
    private static final byte END = 0;

    private static final int LONGEST_NAME = 32;
    private static final KnownStrings NAMES = new KnownStrings(1024);

    private static final int LONGEST_WORD = 20;
    /** Short values, of which {@code text} and {@code user} come again and again. */
    private static final KnownStrings VALUES = new KnownStrings(256);

    private static final String NO_VALUE =
            "this is no value; write a text in double quotes, a number, true, false, null, [ or {";
    private static final String NO_QUOTE =
            "a text has no closing quote on its line; write \\n for a line end in a text";
    private static final String NO_COMMENTS = "JSON has no comments; take it out";

    private final byte[] bytes;
    private final int from;
    private final int end;
    /** Whether comments, and commas behind the last element, are skipped. */
    private final boolean lenient;
    /** Whether an object in which a name stands twice is a mistake. */
    private final boolean distinct;

    private int at;
    /** The place of the byte that {@link #next} returned last. */
    private int last;

    private int depth;

    /** Fields and elements of objects and lists that are not complete. */
    private @Nullable Object[] stack = new @Nullable Object[16];

    private int top;

    /** What a text may have beyond, or not have of, what JSON is. */
    enum Form {
        AS_IT_IS,
        WITH_COMMENTS,
        EACH_NAME_ONCE
    }

    private JsonReader(byte[] bytes, int from, int end, Form form) {
        this.bytes = bytes;
        this.from = from;
        this.end = end;
        this.lenient = form == Form.WITH_COMMENTS;
        this.distinct = form == Form.EACH_NAME_ONCE;
        boolean marked = end - from >= BYTE_ORDER_MARK.length
                && Arrays.equals(
                        bytes, from, from + BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        this.at = marked ? from + BYTE_ORDER_MARK.length : from;
    }

    /** Returns the one value in this part of the bytes. */
    static @Nullable Object read(byte[] bytes, int from, int length, Form form) {
        return new JsonReader(bytes, from, from + length, form).whole();
    }

    private @Nullable Object whole() {
        byte first = next();
        if (last == end) {
            throw mistake(end, "the text is empty");
        }
        var value = value(first);
        next();
        if (last < end) {
            throw mistake(last, isComment() ? NO_COMMENTS : "there is more text after the value; take it out");
        }
        return value;
    }

    /** Takes the next byte behind white space; {@link #END} if there is none. */
    private byte next() {
        while (at < end) {
            byte b = bytes[at];
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t' && !(lenient && b == '/' && skipComment())) {
                last = at++;
                return b;
            }
            at++;
        }
        last = end;
        return END;
    }

    /** Skips a comment up to its last byte; false if there is none here, or if it has no end. */
    private boolean skipComment() {
        byte kind = at + 1 < end ? bytes[at + 1] : END;
        if (kind == '/') {
            while (at + 1 < end && bytes[at + 1] != '\n') {
                at++;
            }
            return true;
        }
        for (int i = at + 3; kind == '*' && i < end; i++) {
            if (bytes[i - 1] == '*' && bytes[i] == '/') {
                at = i;
                return true;
            }
        }
        return false;
    }

    private @Nullable Object value(byte first) {
        return switch (first) {
            case '"' -> text();
            case '{' -> object();
            case '[' -> list();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw noValue();
        };
    }

    private @Nullable Object word(String word, @Nullable Object meaning) {
        for (int i = 1; i < word.length(); i++) {
            if (at == end || bytes[at++] != word.charAt(i)) {
                throw mistake(last, NO_VALUE);
            }
        }
        return meaning;
    }

    private JsonObject object() {
        int open = last;
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
                throw noName(open);
            }
            int place = last;
            var name = name();
            if (next() != ':') {
                throw mistake(last, "a colon is missing after the name");
            }
            if (distinct && (many == null ? FieldList.find(stack, base, top, name) >= 0 : many.containsKey(name))) {
                throw mistake(place, "the name " + name + " stands here twice; take one of the two out");
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
            if (b == ',') {
                b = afterComma('}');
            } else if (b != '}') {
                throw noComma(open, '}');
            }
            if (b == '}') {
                depth--;
                return many == null ? new JsonObject(taken(base)) : new JsonObject(many);
            }
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

    private List<@Nullable Object> list() {
        int open = last;
        deeper();
        int base = top;
        byte b = next();
        while (b != ']') {
            if (last == end) {
                throw mistake(end, unclosed(open, ']'));
            }
            push(value(b));
            b = next();
            if (b == ',') {
                b = afterComma(']');
            } else if (b != ']') {
                throw noComma(open, ']');
            }
        }
        depth--;
        return Collections.unmodifiableList(Arrays.<@Nullable Object>asList(taken(base)));
    }

    private byte afterComma(char close) {
        int comma = last;
        byte b = next();
        if (b == close && !lenient) {
            throw mistake(comma, "the comma before " + close + " is one too many; take it out");
        }
        return b;
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

    private void deeper() {
        if (++depth > Json.DEPTH) {
            throw mistake(last, "values are nested more than " + Json.DEPTH + " deep");
        }
    }

    private String name() {
        int start = at;
        int hash = 0;
        for (int i = start; i < end && i - start <= LONGEST_NAME; i++) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                return NAMES.get(bytes, start, i, hash);
            }
            if (b < ' ' || b == '\\') {
                break;
            }
            hash = 31 * hash + b;
        }
        return string();
    }

    /** Returns the rest of a string that is a value. */
    private String text() {
        int start = at;
        int hash = 0;
        int most = Math.min(end, start + LONGEST_WORD);
        for (int i = start; i < most; i++) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                return VALUES.get(bytes, start, i, hash);
            }
            if (b < ' ' || b == '\\') {
                return string(start, i);
            }
            hash = 31 * hash + b;
        }
        return string(start, most);
    }

    /** Returns the rest of a string behind its first quote. */
    private String string() {
        return string(at, at);
    }

    /** @param looked where the part ends in which each byte is known to be a character of its own */
    @SuppressWarnings("deprecation") // Where it is used, each byte is known to be a character of its own.
    private String string(int start, int looked) {
        int i = looked;
        int sum = 0;
        while (i < end) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                return sum >= 0 ? new String(bytes, 0, start, i - start) : decoded(start, i);
            }
            if (b == '\\') {
                return escaped(start, i);
            }
            if (b >= 0 && b < ' ') {
                throw controlCharacter(i);
            }
            sum |= b;
            i++;
        }
        throw mistake(last, NO_QUOTE);
    }

    private String decoded(int start, int to) {
        return new String(bytes, start, to - start, StandardCharsets.UTF_8);
    }

    /** Returns a string with escapes, the first of them at a known place. */
    private String escaped(int start, int firstEscape) {
        var text = new StringBuilder(Math.max(16, 2 * (firstEscape - start)));
        int piece = start;
        int i = firstEscape;
        while (i < end) {
            byte b = bytes[i];
            if (b == '"') {
                text.append(decoded(piece, i));
                at = i + 1;
                return text.toString();
            }
            if (b >= 0 && b < ' ') {
                throw controlCharacter(i);
            }
            if (b != '\\') {
                i++;
                continue;
            }
            text.append(decoded(piece, i));
            at = i + 1;
            text.append(escape());
            i = at;
            piece = i;
        }
        throw mistake(last, NO_QUOTE);
    }

    /** Returns the character of an escape, behind its backslash. */
    private char escape() {
        int backslash = at - 1;
        byte kind = at < end ? bytes[at++] : END;
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
                    int digit = at < end ? Character.digit(bytes[at++], 16) : -1;
                    if (digit < 0) {
                        throw mistake(backslash, "four hexadecimal digits are expected after \\u");
                    }
                    code = (code << 4) | digit;
                }
                yield (char) code;
            }
            default ->
                throw mistake(backslash, "this backslash means nothing in a text; write \\\\ for a backslash itself");
        };
    }

    private Number number() {
        int start = at - 1;
        boolean negative = bytes[start] == '-';
        int digits = negative ? start + 1 : start;
        int i = digits;
        long value = 0;
        while (i < end && isDigit(bytes[i])) {
            value = 10 * value + (bytes[i] - '0');
            i++;
        }
        int count = i - digits;
        if (count == 0 || (count > 1 && bytes[digits] == '0')) {
            throw mistake(start, NO_VALUE);
        }
        if (count > LONGEST_NUMBER) {
            throw mistake(start, "a number has more than " + LONGEST_NUMBER + " digits");
        }
        if (i < end && (bytes[i] == '.' || bytes[i] == 'e' || bytes[i] == 'E')) {
            return decimal(start, i);
        }
        at = i;
        if (count <= DIGITS_OF_LONG) {
            return negative ? -value : value;
        }
        return Json.canonical(new BigInteger(ascii(start, i)));
    }

    private Number decimal(int start, int afterDigits) {
        int i = afterDigits;
        if (bytes[i] == '.') {
            i = digits(start, i + 1);
        }
        if (i < end && (bytes[i] == 'e' || bytes[i] == 'E')) {
            boolean signed = i + 1 < end && (bytes[i + 1] == '+' || bytes[i + 1] == '-');
            i = digits(start, signed ? i + 2 : i + 1);
        }
        at = i;
        return Json.canonical(Double.parseDouble(ascii(start, i)));
    }

    /** Returns where one or more digits of a number end. */
    private int digits(int start, int first) {
        int i = first;
        while (i < end && isDigit(bytes[i])) {
            i++;
        }
        if (i == first) {
            throw mistake(start, NO_VALUE);
        }
        return i;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private String ascii(int start, int to) {
        return new String(bytes, start, to - start, StandardCharsets.US_ASCII);
    }

    private JsonMistake mistake(int place, String problem) {
        return JsonMistake.at(bytes, from, end, place, problem);
    }

    /** Returns whether a comment begins at the byte that was taken last. */
    private boolean isComment() {
        return last < end && (bytes[last] == '#' || bytes[last] == '/');
    }

    private JsonMistake noValue() {
        if (last == end || ",:]}".indexOf(bytes[last]) >= 0) {
            return mistake(
                    last, "a value is missing" + (last == end ? " at the end" : " before " + (char) bytes[last]));
        }
        return mistake(last, isComment() ? NO_COMMENTS : NO_VALUE);
    }

    private JsonMistake noName(int open) {
        if (last == end) {
            return mistake(end, unclosed(open, '}'));
        }
        if (isComment()) {
            return mistake(last, NO_COMMENTS);
        }
        boolean isMissing = ",:]}[{".indexOf(bytes[last]) >= 0;
        return mistake(last, isMissing ? "a name in double quotes is missing" : "a name has to be in double quotes");
    }

    private JsonMistake noComma(int open, char close) {
        if (last == end) {
            return mistake(end, unclosed(open, close));
        }
        return mistake(last, isComment() ? NO_COMMENTS : "a comma or " + close + " is missing here");
    }

    private String unclosed(int open, char close) {
        return "the text ends, and " + close + " is missing for the " + (char) bytes[open] + " of "
                + JsonMistake.place(bytes, from, open);
    }

    private JsonMistake controlCharacter(int place) {
        byte b = bytes[place];
        return b == '\n' || b == '\r'
                ? mistake(last, NO_QUOTE)
                : mistake(place, "a text has a control character; write it as \\t or \\u%04x".formatted(b));
    }
}
