package dev.pawl.tools.regex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A regular expression as instructions for a machine that is in many places at once.
 *
 * <p>Instruction {@code i} is {@code op[i]} with the arguments {@code x[i]} and {@code y[i]}; the first one is where a
 * match may begin.
 */
final class Program {
    /** Reads a character of set {@code x} and goes on behind. */
    static final int CHAR = 0;
    /** Goes on at {@code x} and at {@code y}. */
    static final int SPLIT = 1;
    /** Goes on behind if this is the place with the number {@code x}. */
    static final int PLACE = 2;
    /** Has found it. */
    static final int FOUND = 3;

    private static final int MOST = 50_000;

    private final Map<CharSet, Integer> setNumbers = new LinkedHashMap<>();
    private final List<Node.Place> places = new ArrayList<>();
    private int[] op = new int[16];
    private int[] x = new int[16];
    private int[] y = new int[16];
    private int size;
    private boolean looksAtWords;
    private boolean looksAtPlaces;

    private Program() {}

    static Program of(Node node, String pattern) throws PatternException {
        var program = new Program();
        program.emit(node, pattern);
        program.add(FOUND, 0, 0);
        return program;
    }

    int op(int at) {
        return op[at];
    }

    int x(int at) {
        return x[at];
    }

    int y(int at) {
        return y[at];
    }

    Node.Place place(int at) {
        return places.get(x[at]);
    }

    int size() {
        return size;
    }

    List<CharSet> sets() {
        return new ArrayList<>(setNumbers.keySet());
    }

    boolean looksAtWords() {
        return looksAtWords;
    }

    boolean looksAtPlaces() {
        return looksAtPlaces;
    }

    private void emit(Node node, String pattern) throws PatternException {
        if (size > MOST) {
            throw new PatternException("pattern " + pattern + ": it is too large once its repetitions are written out");
        }
        // No switch over types: the first search of a program would take 20 ms longer.
        if (node instanceof Node.Chars(var set)) {
            add(CHAR, setNumbers.computeIfAbsent(set, _ -> setNumbers.size()), 0);
        } else if (node instanceof Node.Sequence(var parts)) {
            for (var part : parts) {
                emit(part, pattern);
            }
        } else if (node instanceof Node.Choice(var branches)) {
            emitChoice(branches, pattern);
        } else if (node instanceof Node.Repeat(var part, var min, var max)) {
            emitRepeat(part, min, max, pattern);
        } else if (node instanceof Node.At(var place)) {
            looksAtPlaces = true;
            looksAtWords |= place != Node.Place.LINE_START && place != Node.Place.LINE_END;
            places.add(place);
            add(PLACE, places.size() - 1, 0);
        }
    }

    private void emitChoice(List<Node> branches, String pattern) throws PatternException {
        var ends = new ArrayList<Integer>();
        for (int i = 0; i < branches.size(); i++) {
            if (i + 1 == branches.size()) {
                emit(branches.get(i), pattern);
                break;
            }
            int split = add(SPLIT, 0, 0);
            x[split] = size;
            emit(branches.get(i), pattern);
            ends.add(add(SPLIT, 0, 0));
            y[split] = size;
        }
        for (int end : ends) {
            x[end] = size;
            y[end] = size;
        }
    }

    private void emitRepeat(Node part, int min, int max, String pattern) throws PatternException {
        for (int i = 0; i < min; i++) {
            emit(part, pattern);
        }
        if (max < 0) {
            int split = add(SPLIT, 0, 0);
            x[split] = size;
            emit(part, pattern);
            add(SPLIT, split, split);
            y[split] = size;
            return;
        }
        var splits = new ArrayList<Integer>();
        for (int i = min; i < max; i++) {
            int split = add(SPLIT, 0, 0);
            x[split] = size;
            splits.add(split);
            emit(part, pattern);
        }
        for (int split : splits) {
            y[split] = size;
        }
    }

    private int add(int newOp, int newX, int newY) {
        if (size == op.length) {
            op = Arrays.copyOf(op, 2 * size);
            x = Arrays.copyOf(x, 2 * size);
            y = Arrays.copyOf(y, 2 * size);
        }
        op[size] = newOp;
        x[size] = newX;
        y[size] = newY;
        return size++;
    }
}
