package dev.pawl.testkit.model;

import dev.pawl.api.json.Json;
import dev.pawl.testkit.model.Script.Break;
import dev.pawl.testkit.model.Script.Turn;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The bytes of a stream, cut into the pieces that are sent one by one.
 *
 * @param complete whether they are the whole turn
 * @param cut whether the connection is cut after the last of them
 */
record ScriptedPieces(List<byte[]> list, boolean complete, boolean cut) {
    static ScriptedPieces of(Turn turn, ScriptedDialect dialect, String model) {
        var events = events(turn, dialect, model);
        boolean complete = true;
        boolean cut = false;
        var after = turn.breakAfter();
        if (after != null && after < events.size()) {
            events = new ArrayList<>(events.subList(0, after));
            if (turn.breakWith() == Break.GARBAGE) {
                events.add("data: {not json\n\n");
            } else if (turn.breakWith() == Break.ERROR) {
                events.add(dialect.brokenStream(turn.message()));
            }
            complete = false;
            cut = turn.breakWith() == Break.CUT || turn.breakWith() == Break.GARBAGE;
        }
        var pieces = new ArrayList<byte[]>();
        for (var event : events) {
            pieces.add(event.getBytes(StandardCharsets.UTF_8));
        }
        if (turn.splitEvery() == 0 && turn.splitAt().isEmpty() && turn.cutAtByte() == null) {
            return new ScriptedPieces(pieces, complete, cut);
        }
        var whole = joined(pieces);
        var end = turn.cutAtByte();
        if (end != null && end < whole.length) {
            whole = Arrays.copyOf(whole, end);
            complete = false;
            cut = true;
        }
        return new ScriptedPieces(split(whole, borders(turn, pieces, whole.length)), complete, cut);
    }

    private static List<String> events(Turn turn, ScriptedDialect dialect, String model) {
        var body = turn.body();
        if (body == null) {
            return dialect.events(turn, model);
        }
        return List.of(body instanceof String text ? text : Json.write(body));
    }

    /** The end of a piece: where the turn specifies it, or else after each event. */
    private static TreeSet<Integer> borders(Turn turn, List<byte[]> events, int length) {
        var borders = new TreeSet<Integer>();
        int every = turn.splitEvery();
        if (every > 0) {
            for (int at = every; at < length; at += every) {
                borders.add(at);
            }
        } else if (turn.splitAt().isEmpty()) {
            int at = 0;
            for (var event : events) {
                at += event.length;
                borders.add(at);
            }
        }
        borders.addAll(turn.splitAt());
        return borders;
    }

    private static List<byte[]> split(byte[] whole, TreeSet<Integer> borders) {
        var pieces = new ArrayList<byte[]>();
        int from = 0;
        for (int border : borders) {
            if (border > from && border < whole.length) {
                pieces.add(Arrays.copyOfRange(whole, from, border));
                from = border;
            }
        }
        if (from < whole.length) {
            pieces.add(Arrays.copyOfRange(whole, from, whole.length));
        }
        return pieces;
    }

    private static byte[] joined(List<byte[]> pieces) {
        var whole = new ByteArrayOutputStream();
        pieces.forEach(whole::writeBytes);
        return whole.toByteArray();
    }
}
