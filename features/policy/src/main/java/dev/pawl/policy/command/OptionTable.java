package dev.pawl.policy.command;

import dev.pawl.api.shell.PlainLine.NotPlain;
import dev.pawl.api.shell.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The options with which a program is known to do nothing but what its table says. An option that is not listed, also an
 * abbreviation of one that is, makes a call unknown.
 *
 * <p>A table is written as words: {@code -abc} are letters without a value, {@code -n:} is a letter whose value is the
 * rest of the word or the next word, {@code -n:w} one whose value is always the next word, {@code -n:#} one whose value is a
 * number, {@code -f:f} one whose value is a file that is read, {@code -u?} one whose value may be the rest of the word, {@code -#} a number as an option;
 * {@code --name}, {@code --name=}, {@code --name=#}, {@code --name=f} and {@code --name?} are long options. A next word that
 * looks like an option is no value: some programs take it for an option. For the same reason no operand behind {@code --}
 * may look like one, unless the table has the word {@code --}: then the program certainly takes all that follows as operands.
 */
final class OptionTable {
    private enum Value {
        NONE,
        TEXT,
        NEXT_WORD,
        NUMBER,
        FILE,
        OPTIONAL
    }

    private final Map<String, Value> options = new HashMap<>();
    private boolean numbers;
    private boolean ends;

    /**
     * A call that the table knows.
     *
     * @param flags the options that were given, without dashes and values
     * @param operands the words that are neither options nor their values
     * @param files the values that are files
     * @param texts the values that are text
     */
    record Call(Set<String> flags, List<Word> operands, List<Word> files, List<Word> texts) {
        boolean has(String... any) {
            for (var flag : any) {
                if (flags.contains(flag)) {
                    return true;
                }
            }
            return false;
        }
    }

    OptionTable(String written) {
        for (var word : written.strip().split("\\s+", -1)) {
            add(word);
        }
    }

    /** The same with more options. */
    OptionTable(OptionTable base, String more) {
        this(more);
        base.options.forEach(options::putIfAbsent);
        numbers |= base.numbers;
        ends |= base.ends;
    }

    /** Returns whether it has all of some options, as {@link Call#flags()} names them. */
    boolean hasAll(Set<String> flags) {
        return flags.stream().allMatch(flag -> flag.equals("--") || options.containsKey(flag));
    }

    private void add(String word) {
        if (word.equals("-#")) {
            numbers = true;
        } else if (word.equals("--")) {
            ends = true;
        } else if (word.startsWith("--")) {
            int end = word.length();
            for (char sign : new char[] {'=', '?'}) {
                int at = word.indexOf(sign);
                end = at < 0 ? end : Math.min(end, at);
            }
            options.put(word.substring(2, end), value(word.substring(end)));
        } else if (word.length() > 2 && (word.charAt(2) == ':' || word.charAt(2) == '?')) {
            options.put(word.substring(1, 2), value(word.substring(2)));
        } else {
            word.chars().skip(1).forEach(letter -> options.put(String.valueOf((char) letter), Value.NONE));
        }
    }

    private static Value value(String sign) {
        return switch (sign) {
            case "" -> Value.NONE;
            case ":", "=" -> Value.TEXT;
            case ":w" -> Value.NEXT_WORD;
            case ":#", "=#" -> Value.NUMBER;
            case ":f", "=f" -> Value.FILE;
            case "?" -> Value.OPTIONAL;
            default -> throw new IllegalArgumentException(sign);
        };
    }

    /** Reads the words behind the name of a program. */
    Call read(List<Word> words) throws NotPlain {
        return read(words, false);
    }

    /** Returns the words behind the options of a program that takes none behind its first operand. */
    List<Word> leading(List<Word> words) throws NotPlain {
        return read(words, true).operands();
    }

    private Call read(List<Word> words, boolean leading) throws NotPlain {
        var flags = new HashSet<String>();
        var operands = new ArrayList<Word>();
        var files = new ArrayList<Word>();
        var texts = new ArrayList<Word>();
        boolean ended = false;
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            var text = word.text();
            boolean behind = leading && !operands.isEmpty();
            if (behind || !text.startsWith("-") || text.equals("-") || (ended && ends)) {
                operands.add(word);
                continue;
            }
            if (ended) {
                throw new NotPlain(word + " behind -- looks like an option, and some programs take it for one");
            }
            if (!word.exact()) {
                throw new NotPlain(word + " may become another option");
            }
            if (text.equals("--")) {
                ended = true;
                flags.add("--");
                continue;
            }
            if (numbers && text.matches("-[0-9]+")) {
                continue;
            }
            int name = 1;
            boolean isLong = text.startsWith("--");
            while (name < text.length()) {
                int end = isLong ? nameEnd(text) : name + 1;
                var option = text.substring(isLong ? 2 : name, end);
                var value = options.get(option);
                if (value == null || (isLong != option.length() > 1)) {
                    throw new NotPlain("the option " + (isLong ? "--" : "-") + option
                            + " is not on the list of options that only read");
                }
                flags.add(option);
                name = end;
                boolean attached = isLong ? end < text.length() : value != Value.NONE && end < text.length();
                if (attached && (value == Value.NONE || value == Value.NEXT_WORD)) {
                    throw new NotPlain("the option " + option + " has a value in the same word");
                }
                if (value == Value.NONE || (value == Value.OPTIONAL && !attached)) {
                    continue;
                }
                Word given;
                if (attached) {
                    given = word.after(isLong ? end + 1 : end);
                } else if (i + 1 < words.size()) {
                    given = words.get(++i);
                    if (value != Value.NUMBER
                            && given.text().startsWith("-")
                            && given.text().length() > 1) {
                        throw new NotPlain("the value of the option " + option + " looks like an option: " + given);
                    }
                } else {
                    throw new NotPlain("the option " + option + " has no value");
                }
                accept(value, option, given, files, texts);
                break;
            }
        }
        return new Call(flags, List.copyOf(operands), List.copyOf(files), List.copyOf(texts));
    }

    private static int nameEnd(String text) {
        int equals = text.indexOf('=');
        return equals < 0 ? text.length() : equals;
    }

    private static void accept(Value value, String option, Word given, List<Word> files, List<Word> texts)
            throws NotPlain {
        boolean file = value == Value.FILE;
        if (!given.exact() && !(file && given.tilde() && given.known())) {
            throw new NotPlain("the value of the option " + option + " is only known when it runs");
        }
        if (value == Value.NUMBER && !given.text().matches("[+-]?[0-9]+[bkKmMGT]?B?")) {
            throw new NotPlain("the value of the option " + option + " is not a number");
        }
        (file ? files : texts).add(given);
    }
}
