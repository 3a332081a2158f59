package dev.pawl.codemode;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.ToolContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a script learned from outside, so that after a crash it does the same again: the seed of its random numbers, what it
 * read from the clock, and in which order its calls ended. What it learned since its last call is kept with the next one,
 * before that begins: without another call nothing outside of the script depends on it.
 *
 * <p>All that was kept is handed out first, in the same order; then comes what is so now.
 */
final class Journal {
    private final ToolContext ctx;
    private final LongSupplier millis;
    private final long seed;
    private final @Nullable String leaf;
    private final boolean isRepeated;
    private final Map<Integer, String> calls = new HashMap<>();

    /** Times that are to be read once more, each with how often it is; and ends of calls. */
    private final Deque<long[]> pastTimes = new ArrayDeque<>();

    private final Deque<Integer> pastEnds = new ArrayDeque<>();

    private List<long[]> times = new ArrayList<>();
    private List<Integer> ends = new ArrayList<>();

    Journal(ToolContext ctx, LongSupplier millis) {
        this.ctx = ctx;
        this.millis = millis;
        var past = ctx.intentions();
        isRepeated = !past.isEmpty();
        if (isRepeated) {
            var begin = past.getFirst();
            seed = Long.parseLong(begin.string("seed", "0"));
            leaf = begin.string("leaf");
            past.subList(1, past.size()).forEach(this::read);
        } else {
            seed = ThreadLocalRandom.current().nextLong();
            leaf = ctx.session().leafId();
            // A number of JSON has not all digits of a long one.
            ctx.intend(JsonObject.of("seed", Long.toString(seed), "leaf", leaf));
        }
    }

    private void read(JsonObject kept) {
        calls.put(kept.integer("number", 0), kept.string("call", ""));
        for (var time : kept.list("times")) {
            if (time instanceof List<?> pair) {
                pastTimes.add(new long[] {((Number) pair.get(0)).longValue(), ((Number) pair.get(1)).longValue()});
            }
        }
        for (var end : kept.list("ends")) {
            if (end instanceof Number number) {
                pastEnds.add(number.intValue());
            }
        }
    }

    long seed() {
        return seed;
    }

    /** Returns what the branch had when the script began for the first time. */
    List<Entry> branch() {
        var branch = ctx.session().branch();
        if (isRepeated) {
            for (int i = 0; i < branch.size(); i++) {
                if (branch.get(i).id().equals(leaf)) {
                    return branch.subList(0, i + 1);
                }
            }
        }
        return branch;
    }

    /** Returns whether the session has an entry of these already, from before the program ended. */
    boolean hasKept(JsonObject changes) {
        var branch = ctx.session().branch();
        return isRepeated
                && branch.subList(branch().size(), branch.size()).stream()
                        .anyMatch(entry -> Store.isEntry(entry) && changes.equals(((Entry.Custom) entry).data()));
    }

    /** Returns the time that the script reads. */
    long now() {
        long now = millis.getAsLong();
        var past = pastTimes.peek();
        if (past != null) {
            now = past[0];
            if (--past[1] == 0) {
                pastTimes.remove();
            }
        }
        if (times.isEmpty() || times.getLast()[0] != now) {
            times.add(new long[] {now, 1});
        } else {
            times.getLast()[1]++;
        }
        return now;
    }

    /** Keeps a call that is about to begin. One that was kept is to be the same. */
    void call(int number, String tool, JsonObject arguments) {
        var call = tool + " " + arguments;
        var before = calls.get(number);
        if (before != null && !before.equals(call)) {
            throw new Script.Stopped("Error: Call " + number + " was " + Calls.cut(before, 300)
                    + " before the program ended, and is now " + Calls.cut(call, 300)
                    + ". What a script has done is not done again, so this one cannot go on. Look at what is there, and"
                    + " do the rest in another script.");
        }
        if (before == null) {
            ctx.intend(JsonObject.of("number", number, "call", call)
                    .with(
                            "times",
                            times.stream()
                                    .map(time -> List.of(time[0], time[1]))
                                    .toList())
                    .with("ends", ends));
        }
        times = new ArrayList<>();
        ends = new ArrayList<>();
    }

    /** Returns the call whose end the script learned next before; null if any is next. */
    @Nullable
    Integer nextEnd() {
        return pastEnds.poll();
    }

    /** The script learns the end of a call. */
    void ended(int number) {
        ends.add(number);
    }
}
