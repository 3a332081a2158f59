package dev.pawl.policy.budget;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiPredicate;

/**
 * The spending of each day, of all sessions of the user, in a file of the user, with what requests under way may cost.
 *
 * <p>Each program has fields of its own, so that concurrent programs do not overwrite each other. What a program set
 * aside counts as long as it runs.
 */
final class Ledger {
    private static final String RESERVED = "reserved";

    private final Path file;
    private final Path programs;
    private final InstantSource clock;
    private final String program = UUID.randomUUID().toString();
    private final Map<String, Spent> reserved = new HashMap<>();
    private String day = "";
    private Spent ownSum = Spent.NOTHING;

    Ledger(Path agentDir, InstantSource clock) {
        var folder = agentDir.toAbsolutePath().normalize();
        this.file = folder.resolve("spending.json");
        this.programs = folder.resolve("spending.programs");
        this.clock = clock;
    }

    /** The spending of today. */
    Spent today() throws IOException {
        var all = new JsonFile(file).read();
        return all == null ? Spent.NOTHING : today(all);
    }

    private Spent today(JsonObject all) {
        var today = all.object(now());
        var sum = Spent.from(today);
        for (var name : today.names()) {
            if (today.get(name) instanceof JsonObject of) {
                sum = sum.plus(Spent.from(of));
            }
        }
        return sum;
    }

    /**
     * Sets aside what a request may cost. Whether it fits is decided while no other program can set anything aside.
     *
     * @param fits whether it fits, by what was spent today and what other programs have set aside
     * @return whether it was set aside
     */
    synchronized boolean reserve(String request, Spent possible, BiPredicate<Spent, Spent> fits)
            throws IOException, InterruptedException {
        var alive = LivePrograms.in(programs);
        var dead = new HashMap<String, Boolean>();
        var seen = new JsonFile(file).read();
        for (var name : (seen == null ? JsonObject.empty() : seen.object(RESERVED)).names()) {
            dead.put(name, !name.equals(program) && !alive.isAlive(process(seen, name)));
        }
        var taken = new boolean[1];
        new JsonFile(file).edit(all -> {
            var set = all.object(RESERVED);
            var sum = Spent.NOTHING;
            var edit = JsonEdit.nothing();
            for (var name : set.names()) {
                if (dead.getOrDefault(name, false)) {
                    edit = edit.without(List.of(RESERVED, name));
                } else if (!name.equals(program)) {
                    sum = sum.plus(Spent.from(set.object(name)));
                }
            }
            taken[0] = fits.test(today(all), sum);
            if (taken[0]) {
                reserved.put(request, possible);
                edit = edit.with(List.of(RESERVED, program), own(alive.own()));
            }
            return edit;
        });
        return taken[0];
    }

    private static long process(JsonObject all, String name) {
        return all.object(RESERVED).object(name).get("process") instanceof Long number ? number : 0;
    }

    private JsonObject own(long process) {
        var sum = reserved.values().stream().reduce(Spent.NOTHING, Spent::plus);
        return JsonObject.of("money", sum.money(), "tokens", sum.tokens()).with("process", process);
    }

    /** Ends what is set aside for a request, and adds what it cost. */
    synchronized void settle(String request, Spent cost) throws IOException, InterruptedException {
        boolean was = reserved.remove(request) != null;
        if (was || !cost.equals(Spent.NOTHING)) {
            add(cost);
        }
    }

    /** Ends all that this program has set aside. */
    synchronized void release() throws IOException, InterruptedException {
        if (!reserved.isEmpty()) {
            reserved.clear();
            add(Spent.NOTHING);
        }
    }

    /** Adds to the spending of today; several programs may do so at a time. */
    synchronized void add(Spent more) throws IOException, InterruptedException {
        var now = now();
        var sum = now.equals(day) ? ownSum.plus(more) : more;
        var edit = JsonEdit.nothing()
                .with(List.of(now, program), JsonObject.of("money", sum.money(), "tokens", sum.tokens()));
        var place = List.of(RESERVED, program);
        new JsonFile(file)
                .edit(
                        reserved.isEmpty()
                                ? edit.without(place)
                                : edit.with(place, own(LivePrograms.in(programs).own())));
        day = now;
        ownSum = sum;
    }

    private String now() {
        return LocalDate.ofInstant(clock.instant(), ZoneId.systemDefault()).toString();
    }
}
