package dev.pawl.policy.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.tools.LocalTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random runs of tools, with rewinds between them: every tree comes back to the byte. */
@Deep
class RewindPropertyTest {
    private static final List<String> NAMES =
            List.of("a", "b", "a-b", "c d", "ä", "x\ny", ".h", "$(echo)", "a.b", "-f");

    /** Files of at most 3,000 bytes. */
    private static final CheckpointSettings LIMITED =
            new CheckpointSettings(true, false, false, 3_000, 50_000, 30, List.of());

    @TempDir
    Path dir;

    /** A kept tree with what it must look like. */
    private record Kept(String tree, String text) {}

    @Test
    void every_rewind_restores_bytes_modes_and_links() throws Exception {
        int runs = Campaign.tries(80, 1_000);
        long seed = Long.getLong("pawl.seed", ThreadLocalRandom.current().nextLong(1_000_000_000));
        var random = new Random(seed);
        var root = Files.createDirectories(dir.toRealPath().resolve("project"));
        var programs = new LocalTools(System.getenv(), dir, dir).programs(null);
        var kept = new ArrayList<Kept>();
        try (var store = new Store(programs, root, dir.resolve("kept/one"), Set.of(), CheckpointSettings.DEFAULT)) {
            for (int run = 0; run < runs; run++) {
                kept.add(new Kept(store.take(), TreeText.of(root)));
                var command = command(random);
                var bash = new ProcessBuilder("bash", "-c", command)
                        .directory(root.toFile())
                        .redirectErrorStream(true)
                        .start();
                bash.getInputStream().readAllBytes();
                bash.waitFor();
                if (random.nextInt(4) == 0) {
                    var to = kept.get(random.nextInt(kept.size()));
                    var restore = Restore.plan(store, store.read(to.tree()), Map.of());
                    var undo = restore.before();
                    var done = restore.run();
                    assertThat(done.problems()).as("seed %d, run %d", seed, run).isEmpty();
                    assertThat(TreeText.of(root))
                            .as("seed %d, run %d, after %s", seed, run, command)
                            .isEqualTo(to.text());
                    if (random.nextBoolean()) {
                        Restore.plan(store, store.read(undo.tree()), undo.named())
                                .run();
                        assertThat(store.take())
                                .as("undo, seed %d, run %d", seed, run)
                                .isEqualTo(undo.tree());
                    }
                }
            }
        }
    }

    /**
     * Files that are left out, at the checkpoint or now, are never touched, and undo restores everything: sizes around the
     * limit, rules that change, links, repositories inside, permissions, pipes, and names that are no UTF-8.
     */
    @Test
    void left_out_files_are_never_touched_and_undo_restores_every_byte() throws Exception {
        int runs = Campaign.tries(60, 1_000);
        long seed = Long.getLong("pawl.seed", ThreadLocalRandom.current().nextLong(1_000_000_000));
        var random = new Random(seed);
        var root = Files.createDirectories(dir.toRealPath().resolve("project"));
        bash(root, "mkdir -p .git/info");
        var programs = new LocalTools(System.getenv(), dir, dir).programs(null);
        var kept = new ArrayList<Kept>();
        int rewinds = 0;
        for (int run = 0; run < runs; run++) {
            // A new program each time: what was kept is read from the store.
            try (var store = new Store(programs, root, dir.resolve("kept/one"), Set.of(), LIMITED)) {
                var command = random.nextInt(3) == 0 ? odd(random) : command(random);
                bash(root, command);
                kept.add(new Kept(store.take(), TreeText.of(root)));
                bash(root, random.nextBoolean() ? odd(random) : command(random));
                if (random.nextInt(3) > 0) {
                    continue;
                }
                rewinds++;
                var about = "seed %d, run %d".formatted(seed, run);
                var to = kept.get(random.nextInt(kept.size()));
                var text = TreeText.lines(root);
                var now = store.take(List.of());
                var restore = Restore.plan(store, store.read(to.tree()), Map.of());
                var undo = restore.before();
                restore.run();
                var after = TreeText.lines(root);
                for (var entry : text.entrySet()) {
                    if (!now.nodes().containsKey(entry.getKey())) {
                        assertThat(after.get(entry.getKey()))
                                .as("%s: left out now: %s", about, entry.getKey())
                                .isEqualTo(entry.getValue());
                    }
                    if (store.read(to.tree()).leavesOut(entry.getKey())) {
                        assertThat(after.get(entry.getKey()))
                                .as("%s: left out then: %s", about, entry.getKey())
                                .isEqualTo(entry.getValue());
                    }
                }
                if (random.nextBoolean()) {
                    try (var another = new Store(programs, root, dir.resolve("kept/one"), Set.of(), LIMITED)) {
                        Restore.plan(another, another.read(undo.tree()), undo.named())
                                .run();
                    }
                    assertThat(differences(text, TreeText.lines(root)))
                            .as("%s: undo", about)
                            .isEmpty();
                }
            }
        }
        assertThat(rewinds).isPositive();
    }

    private static List<String> differences(Map<String, String> before, Map<String, String> after) {
        var paths = new TreeSet<>(before.keySet());
        paths.addAll(after.keySet());
        return paths.stream()
                .filter(path -> !Objects.equals(before.get(path), after.get(path)))
                .map(path -> path + ": " + begin(before.get(path)) + " became " + begin(after.get(path)))
                .toList();
    }

    private static String begin(@Nullable String text) {
        return text == null ? "nothing" : text.substring(0, Math.min(60, text.length()));
    }

    private static void bash(Path root, String command) throws Exception {
        var bash = new ProcessBuilder("bash", "-c", command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
        bash.getInputStream().readAllBytes();
        bash.waitFor();
    }

    /** What decides about being left out: sizes, rules, and files that cannot be kept. */
    private static String odd(Random random) {
        var commands = new StringBuilder();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            var path = path(random);
            var name =
                    NAMES.get(random.nextInt(NAMES.size())).replace("\n", "?").replace("$", "\\$");
            commands.append(
                    switch (random.nextInt(11)) {
                        case 0, 1, 2 ->
                            "mkdir -p -- \"$(dirname -- " + path + ")\"; truncate -s " + (3_000 + random.nextInt(-1, 2))
                                    + " -- " + path;
                        case 3, 4 -> "echo '" + name + "' >> .gitignore";
                        case 5 -> "echo '!" + name + "' >> " + path.replace("'./", "'./a/") + "; rm -f .gitignore";
                        case 6 -> "echo '" + name + "' " + (random.nextBoolean() ? ">" : ">>") + " .git/info/exclude";
                        case 7 -> "mkdir -p -- " + path + "; echo '" + name + "' > " + path + "/.gitignore";
                        case 8 ->
                            "mkdir -p pipes; mkfifo pipes/" + random.nextInt(3) + "; ln -s $'odd\\xff' " + path(random);
                        case 9 -> "mkdir -p a; echo " + random.nextInt(9) + " > a/$'odd\\xfe'";
                        default ->
                            "mkdir -p -- " + path + "/.git; echo ref > " + path + "/.git/HEAD; echo x > " + path
                                    + "/tracked";
                    });
            commands.append("\n");
        }
        return commands.toString();
    }

    private static String command(Random random) {
        var commands = new StringBuilder();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            var path = path(random);
            var other = path(random);
            commands.append(
                    switch (random.nextInt(11)) {
                        case 0, 1, 2 ->
                            "mkdir -p -- \"$(dirname -- " + path + ")\"; head -c " + random.nextInt(5_000)
                                    + " /dev/urandom > " + path;
                        case 3 -> "echo " + random.nextInt(3) + " >> " + path;
                        case 4 -> "rm -r -f -- " + path;
                        case 5 -> "mkdir -p -- " + path;
                        case 6 -> "ln -s -f -n -- " + other + " " + path;
                        case 7 ->
                            "chmod -- "
                                    + List.of("600", "755", "644", "700", "4755", "1777", "640")
                                            .get(random.nextInt(7)) + " " + path;
                        case 8 -> "mv -f -- " + path + " " + other;
                        case 9 -> "touch -r " + other + " -- " + path;
                        default -> "cp -a -- " + path + " " + other;
                    });
            commands.append("\n");
        }
        return commands.toString();
    }

    /** A path of up to three names, quoted, inside of the folder. */
    private static String path(Random random) {
        var path = new StringBuilder("./");
        for (int i = random.nextInt(3); i >= 0; i--) {
            path.append(NAMES.get(random.nextInt(NAMES.size()))).append(i == 0 ? "" : "/");
        }
        return "'" + path + "'";
    }
}
