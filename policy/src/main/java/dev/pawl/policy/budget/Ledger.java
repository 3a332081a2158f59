package dev.pawl.policy.budget;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

/**
 * The spending of each day, of all sessions of the user, in a file of the user.
 *
 * <p>Each program has a field of its own in a day, so that concurrent programs do not overwrite each other.
 */
final class Ledger {
    private final Path file;
    private final InstantSource clock;
    private final String program = UUID.randomUUID().toString();
    private String day = "";
    private Spent ownSum = Spent.NOTHING;

    Ledger(Path agentDir, InstantSource clock) {
        this.file = agentDir.resolve("spending.json");
        this.clock = clock;
    }

    /** The spending of today. */
    Spent today() throws IOException {
        var all = new JsonFile(file).read();
        if (all == null) {
            return Spent.NOTHING;
        }
        var today = all.object(now());
        var sum = Spent.from(today);
        for (var name : today.names()) {
            if (today.get(name) instanceof JsonObject of) {
                sum = sum.plus(Spent.from(of));
            }
        }
        return sum;
    }

    /** Adds to the spending of today; several programs may do so at a time. */
    synchronized void add(Spent more) throws IOException, InterruptedException {
        var now = now();
        var sum = now.equals(day) ? ownSum.plus(more) : more;
        new JsonFile(file)
                .edit(JsonEdit.nothing()
                        .with(List.of(now, program), JsonObject.of("money", sum.money(), "tokens", sum.tokens())));
        day = now;
        ownSum = sum;
    }

    private String now() {
        return LocalDate.ofInstant(clock.instant(), ZoneId.systemDefault()).toString();
    }
}
