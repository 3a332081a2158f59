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

/** What was spent each day, by all sessions of the user: a file of the user's own. */
final class Ledger {
    private final Path file;
    private final InstantSource clock;

    Ledger(Path agentDir, InstantSource clock) {
        this.file = agentDir.resolve("spending.json");
        this.clock = clock;
    }

    /** What was spent today. */
    Spent today() throws IOException {
        var all = new JsonFile(file).read();
        return all == null ? Spent.NOTHING : Spent.from(all.object(day()));
    }

    /** Adds to what was spent today; several programs may do so at a time. */
    synchronized void add(Spent more) throws IOException, InterruptedException {
        var sum = today().plus(more);
        new JsonFile(file)
                .edit(JsonEdit.nothing()
                        .with(List.of(day()), JsonObject.of("money", sum.money(), "tokens", sum.tokens())));
    }

    private String day() {
        return LocalDate.ofInstant(clock.instant(), ZoneId.systemDefault()).toString();
    }
}
