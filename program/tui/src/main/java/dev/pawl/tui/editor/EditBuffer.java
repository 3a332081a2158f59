package dev.pawl.tui.editor;

import dev.pawl.tui.text.Clusters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A text with a cursor in it, and what can be done to the two: insert, delete, put back, undo. */
final class EditBuffer {
    private static final int REMEMBERED = 200;

    private final KillRing kills = new KillRing();
    private final Deque<State> past = new ArrayDeque<>();
    private final Stops stops;
    private String text = "";
    private int cursor;
    private Last last = Last.OTHER;
    private int yankStart;

    EditBuffer(Stops stops) {
        this.stops = stops;
    }

    /** The possible places of the cursor; the text between two of them is passed and deleted as a whole. */
    interface Stops {
        Stops CLUSTERS = new Stops() {};

        default int next(String text, int from) {
            return Clusters.next(text, from);
        }

        default int previous(String text, int from) {
            return Clusters.previous(text, from);
        }
    }

    private record State(String text, int cursor) {}

    /** The last kind of edit; some are undone together with more of the same. */
    private enum Last {
        TYPED,
        TYPED_SPACE,
        KILLED,
        YANKED,
        OTHER
    }

    String text() {
        return text;
    }

    int cursor() {
        return cursor;
    }

    /** Another text, with the cursor at its end. */
    void set(String newText) {
        if (!newText.equals(text)) {
            remember();
        }
        text = newText;
        cursor = newText.length();
        last = Last.OTHER;
    }

    void set(String newText, int newCursor) {
        set(newText);
        cursor = Math.clamp(newCursor, 0, newText.length());
    }

    /** Starts over, with nothing to undo. */
    void forget() {
        past.clear();
    }

    /** What is typed is undone word by word. */
    void type(String more) {
        boolean space = more.isBlank();
        if (last != Last.TYPED && !(last == Last.TYPED_SPACE && space)) {
            remember();
        }
        put(more);
        last = space ? Last.TYPED_SPACE : Last.TYPED;
    }

    /** What is pasted is undone as a whole. */
    void insert(String more) {
        remember();
        put(more);
        last = Last.OTHER;
    }

    private void put(String more) {
        text = text.substring(0, cursor) + more + text.substring(cursor);
        cursor += more.length();
    }

    void moveTo(int position) {
        cursor = Math.clamp(position, 0, text.length());
        last = Last.OTHER;
    }

    void left() {
        moveTo(cursor == 0 ? 0 : stops.previous(text, cursor));
    }

    void right() {
        moveTo(cursor == text.length() ? cursor : stops.next(text, cursor));
    }

    void wordLeft() {
        moveTo(Words.before(text, cursor, stops));
    }

    void wordRight() {
        moveTo(Words.after(text, cursor, stops));
    }

    int lineStart() {
        return text.lastIndexOf('\n', cursor - 1) + 1;
    }

    int lineEnd() {
        int end = text.indexOf('\n', cursor);
        return end < 0 ? text.length() : end;
    }

    void deleteBackward() {
        if (cursor > 0) {
            delete(stops.previous(text, cursor), cursor);
        }
    }

    void deleteForward() {
        if (cursor < text.length()) {
            delete(cursor, stops.next(text, cursor));
        }
    }

    private void delete(int from, int to) {
        remember();
        cut(from, to);
        last = Last.OTHER;
    }

    private void cut(int from, int to) {
        text = text.substring(0, from) + text.substring(to);
        cursor = from;
    }

    void killWordBackward() {
        kill(Words.before(text, cursor, stops), cursor, false);
    }

    void killWordForward() {
        kill(cursor, Words.after(text, cursor, stops), true);
    }

    /** At the start of a line, the end of the one before goes. */
    void killToLineStart() {
        int start = lineStart();
        kill(start == cursor && start > 0 ? start - 1 : start, cursor, false);
    }

    /** At the end of a line, the end itself goes. */
    void killToLineEnd() {
        int end = lineEnd();
        kill(cursor, end == cursor && end < text.length() ? end + 1 : end, true);
    }

    private void kill(int from, int to, boolean forward) {
        if (from < to) {
            remember();
            kills.add(text.substring(from, to), forward, last == Last.KILLED);
            cut(from, to);
            last = Last.KILLED;
        }
    }

    void yank() {
        if (!kills.isEmpty()) {
            remember();
            yankStart = cursor;
            put(kills.latest());
            last = Last.YANKED;
        }
    }

    /** Right after putting something back: what was deleted before that, instead. */
    void yankPop() {
        if (last == Last.YANKED && kills.size() > 1) {
            cut(yankStart, cursor);
            kills.turn();
            put(kills.latest());
        }
    }

    void undo() {
        var state = past.poll();
        if (state != null) {
            text = state.text;
            cursor = state.cursor;
            last = Last.OTHER;
        }
    }

    private void remember() {
        past.push(new State(text, cursor));
        if (past.size() > REMEMBERED) {
            past.removeLast();
        }
    }

    /** The deleted texts, to be put back. */
    private static final class KillRing {
        private static final int KEPT = 60;

        private final List<String> kills = new ArrayList<>();

        /** What is deleted right after something else goes together with it. */
        void add(String text, boolean forward, boolean together) {
            if (together && !kills.isEmpty()) {
                var latest = kills.removeLast();
                kills.add(forward ? latest + text : text + latest);
                return;
            }
            kills.add(text);
            if (kills.size() > KEPT) {
                kills.removeFirst();
            }
        }

        boolean isEmpty() {
            return kills.isEmpty();
        }

        int size() {
            return kills.size();
        }

        String latest() {
            return kills.getLast();
        }

        /** Makes the one before the latest the latest. */
        void turn() {
            kills.addFirst(kills.removeLast());
        }
    }

    /** Where words begin and end, for the cursor. */
    private static final class Words {
        private Words() {}

        /** The start of the word before a place. */
        static int before(String text, int from, EditBuffer.Stops stops) {
            int i = from;
            while (i > 0 && kind(text, stops.previous(text, i)) == Kind.SPACE) {
                i = stops.previous(text, i);
            }
            if (i == 0) {
                return 0;
            }
            var kind = kind(text, stops.previous(text, i));
            while (i > 0 && kind(text, stops.previous(text, i)) == kind) {
                i = stops.previous(text, i);
            }
            return i;
        }

        /** The end of the word after a place. */
        static int after(String text, int from, EditBuffer.Stops stops) {
            int i = from;
            while (i < text.length() && kind(text, i) == Kind.SPACE) {
                i = stops.next(text, i);
            }
            if (i == text.length()) {
                return i;
            }
            var kind = kind(text, i);
            while (i < text.length() && kind(text, i) == kind) {
                i = stops.next(text, i);
            }
            return i;
        }

        private enum Kind {
            SPACE,
            MARK,
            LETTER
        }

        private static Kind kind(String text, int at) {
            int point = text.codePointAt(at);
            if (Character.isWhitespace(point)) {
                return Kind.SPACE;
            }
            boolean mark = point < 0x80 ? !Character.isLetterOrDigit(point) && point != '_' : isPunctuation(point);
            return mark ? Kind.MARK : Kind.LETTER;
        }

        private static boolean isPunctuation(int point) {
            int type = Character.getType(point);
            return type == Character.DASH_PUNCTUATION
                    || type == Character.START_PUNCTUATION
                    || type == Character.END_PUNCTUATION
                    || type == Character.OTHER_PUNCTUATION
                    || type == Character.INITIAL_QUOTE_PUNCTUATION
                    || type == Character.FINAL_QUOTE_PUNCTUATION;
        }
    }
}
