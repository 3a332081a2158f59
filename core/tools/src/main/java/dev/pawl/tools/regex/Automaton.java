package dev.pawl.tools.regex;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds lines with a match by reading each byte once. It learns what to do as it reads and remembers it, so it belongs
 * to one thread.
 *
 * <p>A state is the set of places in the program where the search may be, with what stood before; this is the classical
 * way from a regular expression to a table, taken one step at a time.
 */
final class Automaton implements LineFinder {
    private static final int FOUND = 0;
    private static final int START = 1;
    private static final int UNKNOWN = -1;
    private static final int MOST_STATES = 4_000;
    private static final int ASCII_BITS = 7;
    // Room for kinds of characters that turn up later. What does not fit is worked out each time.
    private static final int SPARE_KINDS = 32;

    private static final int BEFORE_LINE = 0;
    private static final int BEFORE_OTHER = 1;
    private static final int BEFORE_WORD = 2;

    private final Program program;
    private final Alphabet alphabet;
    private final int stride;
    private final Map<State, Integer> numbers = new HashMap<>();
    private final int[] marks;
    private final int[] stack;
    private State[] states = new State[16];
    /** What each state makes of each character of ASCII, and of each kind of characters. */
    private int[] ascii = new int[0];

    private int[] beyond = new int[0];
    private int count;
    private int mark;
    private int width;

    Automaton(Program program) {
        this.program = program;
        alphabet = new Alphabet(program);
        stride = alphabet.size() + SPARE_KINDS;
        marks = new int[program.size()];
        stack = new int[program.size() * 2 + 2];
        forget();
    }

    @Override
    public int find(byte[] bytes, int from, int to) {
        var known = ascii;
        int state = START;
        for (int i = from; i < to; i++) {
            int row = state << ASCII_BITS;
            int b = bytes[i];
            // Mostly nothing changes, and a loop that does nothing else runs twice as fast.
            while (b >= 0 && known[row + b] == state) {
                if (++i == to) {
                    return atEnd(bytes, to, state);
                }
                b = bytes[i];
            }
            int then;
            if (b >= 0) {
                then = known[row + b];
                if (then == UNKNOWN) {
                    then = step(state, alphabet.ascii()[b]);
                    known = ascii;
                }
            } else {
                then = beyondAscii(bytes, i, to, state);
                known = ascii;
                i += width - 1;
            }
            if (then == FOUND) {
                return i;
            }
            state = then;
        }
        return to > from ? atEnd(bytes, to, state) : -1;
    }

    /** What is still open at the end of a last line without a line break. */
    private int atEnd(byte[] bytes, int to, int state) {
        return bytes[to - 1] != '\n' && step(state, Alphabet.END) == FOUND ? to - 1 : -1;
    }

    private int beyondAscii(byte[] bytes, int at, int to, int state) {
        int kind = kindBeyondAscii(bytes, at, to);
        int then = kind < stride ? beyond[state * stride + kind] : UNKNOWN;
        return then == UNKNOWN ? step(state, kind) : then;
    }

    private int kindBeyondAscii(byte[] bytes, int at, int to) {
        int lead = bytes[at] & 0xFF;
        int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        width = 1;
        if (lead < 0xC2 || lead > 0xF4 || at + length > to) {
            return Alphabet.INVALID;
        }
        int c = lead & (0x7F >> length);
        for (int i = 1; i < length; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return Alphabet.INVALID;
            }
            c = (c << 6) | (bytes[at + i] & 0x3F);
        }
        boolean overlong = (length == 3 && c < 0x800) || (length == 4 && c < 0x10000);
        if (overlong || c > Character.MAX_CODE_POINT || (c >= 0xD800 && c <= 0xDFFF)) {
            return Alphabet.INVALID;
        }
        width = length;
        return alphabet.kind(c);
    }

    /** Works out what a character of a kind leads to: FOUND, or the number of a state. */
    private int step(int number, int kind) {
        var state = states[number];
        int places = follow(state, kind);
        int result;
        if (places < 0) {
            result = FOUND;
        } else if (kind == Alphabet.END) {
            result = START;
        } else {
            result = after(places, kind);
        }
        if (states[number] == state) {
            remember(number, kind, result);
        }
        return result;
    }

    private void remember(int number, int kind, int result) {
        if (kind < stride) {
            beyond[number * stride + kind] = result;
        }
        var kinds = alphabet.ascii();
        for (int c = 0; c < kinds.length; c++) {
            if (kinds[c] == kind) {
                ascii[(number << ASCII_BITS) + c] = result;
            }
        }
    }

    /**
     * Goes wherever it is possible to go from a state without reading, now that it is known what comes next. Leaves the
     * instructions that read in the stack and returns their number, or -1 if one has found it.
     */
    private int follow(State state, int kind) {
        mark++;
        int readers = 0;
        // Readers gather at the bottom of the stack, work is on top.
        var work = new int[program.size() + 1];
        int open = 0;
        for (int i = state.places.length - 1; i >= 0; i--) {
            work[open++] = state.places[i];
        }
        while (open > 0) {
            int at = work[--open];
            if (marks[at] == mark) {
                continue;
            }
            marks[at] = mark;
            switch (program.op(at)) {
                case Program.FOUND -> {
                    return -1;
                }
                case Program.CHAR -> stack[readers++] = at;
                case Program.SPLIT -> {
                    work = room(work, open + 2);
                    work[open++] = program.y(at);
                    work[open++] = program.x(at);
                }
                default -> {
                    if (holds(program.place(at), state.before, kind)) {
                        work = room(work, open + 1);
                        work[open++] = at + 1;
                    }
                }
            }
        }
        return readers;
    }

    private static int[] room(int[] work, int needed) {
        return needed <= work.length ? work : Arrays.copyOf(work, 2 * needed);
    }

    private boolean holds(Node.Place place, int before, int kind) {
        boolean wordBefore = before == BEFORE_WORD;
        boolean wordAfter = alphabet.isWord(kind);
        return switch (place) {
            case LINE_START -> before == BEFORE_LINE;
            case LINE_END -> kind == Alphabet.END;
            case WORD_EDGE -> wordBefore != wordAfter;
            case NO_WORD_EDGE -> wordBefore == wordAfter;
            case WORD_START -> !wordBefore && wordAfter;
            case WORD_END -> wordBefore && !wordAfter;
        };
    }

    private int after(int readers, int kind) {
        var places = new int[readers + 1];
        int size = 0;
        for (int i = 0; i < readers; i++) {
            int at = stack[i];
            if (alphabet.isIn(kind, program.x(at))) {
                places[size++] = at + 1;
            }
        }
        // A match may begin at every character.
        places[size++] = 0;
        Arrays.sort(places, 0, size);
        int before = !program.looksAtPlaces() ? BEFORE_LINE : alphabet.isWord(kind) ? BEFORE_WORD : BEFORE_OTHER;
        return number(new State(Arrays.copyOf(places, size), before));
    }

    private int number(State state) {
        var known = numbers.get(state);
        if (known != null) {
            return known;
        }
        if (count >= MOST_STATES) {
            forget();
        }
        return add(state);
    }

    private int add(State state) {
        if (count == states.length) {
            states = Arrays.copyOf(states, 2 * count);
        }
        ascii = withRoom(ascii, (count + 1) << ASCII_BITS);
        beyond = withRoom(beyond, (count + 1) * stride);
        states[count] = state;
        numbers.put(state, count);
        return count++;
    }

    private static int[] withRoom(int[] table, int needed) {
        if (needed <= table.length) {
            return table;
        }
        var larger = Arrays.copyOf(table, 8 * needed);
        Arrays.fill(larger, table.length, larger.length, UNKNOWN);
        return larger;
    }

    /** Starts over with what every line begins with. */
    private void forget() {
        numbers.clear();
        Arrays.fill(ascii, UNKNOWN);
        Arrays.fill(beyond, UNKNOWN);
        states = new State[16];
        count = 1; // The number of FOUND is not a state.
        add(new State(new int[] {0}, BEFORE_LINE));
    }

    /** Where the search may be, and what it has just read. */
    private static final class State {
        final int[] places;
        final int before;

        State(int[] places, int before) {
            this.places = places;
            this.before = before;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof State state && before == state.before && Arrays.equals(places, state.places);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(places) + before;
        }
    }
}
