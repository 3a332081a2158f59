package dev.pawl.tools.regex;

import org.jspecify.annotations.Nullable;

/** Reads what is in square brackets, and what a backslash stands for. */
final class ClassParser {
    private final RegexParser in;
    private int depth;

    ClassParser(RegexParser in) {
        this.in = in;
    }

    /** Reads a class whose opening bracket has been read. */
    CharSet parse() throws PatternException {
        if (++depth > 50) {
            throw in.error("classes are nested too deeply");
        }
        boolean negated = in.takeIf("^");
        var set = new Union();
        // At the beginning these are just characters.
        while (in.takeIf("-")) {
            set.add(CharSet.of('-'));
        }
        if (in.takeIf("]")) {
            set.add(CharSet.of(']'));
        }
        var result = operands(set);
        depth--;
        return negated ? result.not() : result;
    }

    /** A class may be made of others: {@code [a-z&&[^aeiou]]}. */
    private CharSet operands(Union first) throws PatternException {
        var left = union(first);
        while (true) {
            if (in.takeIf("&&")) {
                left = left.and(union(new Union()));
            } else if (in.takeIf("--")) {
                left = left.minus(union(new Union()));
            } else if (in.takeIf("~~")) {
                left = left.xor(union(new Union()));
            } else if (in.takeIf("]")) {
                return left;
            } else {
                throw in.error("there is no ] for a [");
            }
        }
    }

    private CharSet union(Union set) throws PatternException {
        while (!in.done()
                && !in.startsWith("]")
                && !in.startsWith("&&")
                && !in.startsWith("--")
                && !in.startsWith("~~")) {
            var posix = posix();
            if (posix != null) {
                set.add(posix);
            } else if (in.verbose() && Classes.isSpace(in.peek())) {
                in.take();
            } else if (in.takeIf("[")) {
                set.add(parse());
            } else {
                item(set);
            }
        }
        return set.set;
    }

    /** Reads {@code [:alpha:]} and the like; null, and nothing is read, if this is none. */
    private @Nullable CharSet posix() {
        var name = in.between("[:", ":]");
        if (name == null) {
            return null;
        }
        boolean negated = name.startsWith("^");
        var set = Classes.posix(negated ? name.substring(1) : name);
        if (set == null) {
            return null;
        }
        in.takeIf("[:" + name + ":]");
        return negated ? in.folded(set).not() : in.folded(set);
    }

    private void item(Union set) throws PatternException {
        int from = in.take();
        if (from == '\\') {
            var escaped = escapedSet();
            if (escaped != null) {
                set.add(escaped);
                return;
            }
            from = escapedCharacter();
        }
        if (!in.startsWith("-") || in.startsWith("-]") || in.startsWith("--")) {
            set.add(in.folded(CharSet.of(from)));
            return;
        }
        in.take();
        if (in.done()) {
            throw in.error("there is no ] for a [");
        }
        int to = in.take();
        if (to == '\\') {
            if (escapedSet() != null) {
                throw in.error("a range cannot end in a class");
            }
            to = escapedCharacter();
        }
        if (to < from) {
            throw in.error(
                    "the range " + Character.toString(from) + "-" + Character.toString(to) + " ends before it begins");
        }
        set.add(in.folded(CharSet.range(from, to)));
    }

    /** The set that the letter behind a backslash stands for; null, and nothing is read, if it is not a set. */
    @Nullable
    CharSet escapedSet() throws PatternException {
        if (in.done()) {
            return null;
        }
        int letter = in.peek();
        if ("dswDSWpP".indexOf(letter) < 0) {
            return null;
        }
        in.take();
        boolean negated = Character.isUpperCase(letter);
        if (letter == 'p' || letter == 'P') {
            return property(negated);
        }
        var set = Classes.shorthand(Character.toLowerCase((char) letter), in.unicode());
        return negated ? set.not() : set;
    }

    private CharSet property(boolean negated) throws PatternException {
        if (in.done()) {
            throw in.error("there is no name behind \\p");
        }
        var name = in.takeIf("{") ? in.takeUntil("}") : Character.toString(in.take());
        if (name == null) {
            throw in.error("there is no } for \\p{");
        }
        boolean not = negated != name.startsWith("^");
        var set = Classes.property(name.startsWith("^") ? name.substring(1) : name);
        if (set == null) {
            throw in.error("\\p{" + name + "} is not known");
        }
        return not ? in.folded(set).not() : in.folded(set);
    }

    /** The character that is meant by what is behind a backslash. */
    int escapedCharacter() throws PatternException {
        if (in.done()) {
            throw in.error("there is nothing after the \\; write \\\\ for the character");
        }
        int letter = in.take();
        // format:off
        return switch (letter) {
            case 'a' -> 0x07;
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'v' -> 0x0B;
            case 'f' -> '\f';
            case 'r' -> '\r';
            case 'x' -> hex(2);
            case 'u' -> hex(4);
            case 'U' -> hex(8);
            default  -> {
                if (letter >= '0' && letter <= '9') {
                    throw in.error("\\" + (char) letter + " would look back at a group, which is not supported");
                }
                if (Classes.isAsciiWord(letter)) {
                    throw in.error("\\" + (char) letter + " is not known");
                }
                yield letter;
            }
        };
        // format:on
    }

    private int hex(int digits) throws PatternException {
        var text = new StringBuilder();
        if (in.takeIf("{")) {
            var inside = in.takeUntil("}");
            text.append(inside == null ? "" : inside);
        } else {
            for (int i = 0; i < digits && !in.done(); i++) {
                text.appendCodePoint(in.take());
            }
        }
        try {
            int c = Integer.parseInt(text.toString(), 16);
            if (Character.isValidCodePoint(c)) {
                return c;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw in.error("this is not the number of a character in hexadecimal");
    }

    /** A set that grows. */
    private static final class Union {
        private CharSet set = CharSet.of(_ -> false);
        private boolean empty = true;

        void add(CharSet more) {
            set = empty ? more : set.or(more);
            empty = false;
        }
    }
}
