package dev.pawl.policy.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.tools.LocalTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
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

    /** What users may set, from one start to the next: files of at most 3,000 bytes, ignored ones too, at most 2,000 bytes. */
    private static final List<CheckpointSettings> LIMITS = List.of(
            new CheckpointSettings(true, false, false, 3_000, 50_000, 30, List.of()),
            new CheckpointSettings(true, false, true, 3_000, 50_000, 30, List.of()),
            new CheckpointSettings(true, false, false, 2_000, 50_000, 30, List.of()));

    @TempDir
    Path dir;

    /** A kept tree with what it must look like. */
    private record Kept(String tree, String text) {}

    @Test
    void every_rewind_restores_bytes_modes_and_links() throws Exception {
        int runs = Campaign.tries(80, 1_000);
        long seed = Long.getLong("pawl.seed", ThreadLocalRandom.current().nextLong(1_000_000_000));
        var random = new Random(seed);
        var paths = new Paths(random, NAMES);
        var root = Files.createDirectories(dir.toRealPath().resolve("project"));
        var programs = new LocalTools(System.getenv(), dir, dir).programs(null);
        var kept = new ArrayList<Kept>();
        try (var store = new Store(programs, root, dir.resolve("kept/one"), Set.of(), CheckpointSettings.DEFAULT)) {
            for (int run = 0; run < runs; run++) {
                kept.add(new Kept(store.take(), TreeText.of(root)));
                var command = command(paths);
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
     * limit, limits and rules that change, links, repositories inside and submodules, permissions, pipes, files with several
     * names, and names that are no UTF-8. Each history has a few names only, so that its steps meet.
     */
    @Test
    void left_out_files_are_never_touched_and_undo_restores_every_byte() throws Exception {
        int histories = Campaign.tries(12, 1_000);
        long seed = Long.getLong("pawl.seed", ThreadLocalRandom.current().nextLong(1_000_000_000));
        int rewinds = 0;
        for (int history = 0; history < histories; history++) {
            var random = new Random(seed + history);
            var names = new ArrayList<>(NAMES);
            Collections.shuffle(names, random);
            var paths = new Paths(random, names.subList(0, random.nextInt(3, 6)));
            var root = Files.createDirectories(dir.toRealPath().resolve("project-" + history));
            bash(root, "mkdir -p .git/info");
            rewinds += history(root, paths, "seed %d, history %d".formatted(seed, history));
            bash(dir, "rm -rf project-" + history + " kept-" + history);
        }
        assertThat(rewinds).isGreaterThan(histories);
    }

    /** Returns how often it went back. */
    private int history(Path root, Paths paths, String about) throws Exception {
        var random = paths.random();
        var programs = new LocalTools(System.getenv(), dir, dir).programs(null);
        var repository = root.resolveSibling(root.getFileName().toString().replace("project", "kept"));
        var kept = new ArrayList<Kept>();
        int rewinds = 0;
        for (int step = random.nextInt(3, 9); step > 0; step--) {
            // A new program each time: what was kept is read from the store.
            var settings = LIMITS.get(random.nextInt(5) % 3);
            try (var store = new Store(programs, root, repository, Set.of(), settings)) {
                bash(root, random.nextInt(3) == 0 ? odd(paths) : command(paths));
                kept.add(new Kept(store.take(), ""));
                bash(root, random.nextBoolean() ? odd(paths) : command(paths));
                if (random.nextInt(3) == 0) {
                    continue;
                }
                rewinds++;
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
                    try (var another = new Store(programs, root, repository, Set.of(), settings)) {
                        Restore.plan(another, another.read(undo.tree()), undo.named())
                                .run();
                    }
                    assertThat(differences(text, TreeText.lines(root)))
                            .as("%s: undo", about)
                            .isEmpty();
                }
            }
        }
        return rewinds;
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
    private static String odd(Paths paths) {
        var random = paths.random();
        var commands = new StringBuilder();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            var path = paths.next();
            var other = paths.next();
            var name = paths.name().replace("\n", "?").replace("$", "\\$");
            var above = "mkdir -p -- \"$(dirname -- " + path + ")\"; ";
            commands.append(
                    switch (random.nextInt(16)) {
                        case 0, 1 ->
                            above + "truncate -s "
                                    + (List.of(2_000, 3_000).get(random.nextInt(2)) + random.nextInt(-1, 2)) + " -- "
                                    + path;
                        case 2 -> "head -c " + random.nextInt(2_998) + " /dev/urandom >> " + path;
                        case 3, 4 -> "echo '" + name + "' >> .gitignore";
                        case 5 -> "echo '!" + name + "' >> " + path.replace("'./", "'./a/") + "; rm -f .gitignore";
                        case 6 -> "echo '" + name + "' " + (random.nextBoolean() ? ">" : ">>") + " .git/info/exclude";
                        case 7 -> "mkdir -p -- " + path + "; echo '" + name + "' > " + path + "/.gitignore";
                        case 8 -> "mkdir -p pipes; mkfifo pipes/" + random.nextInt(3) + "; ln -s $'odd\\xff' " + path;
                        case 9 -> "mkdir -p a; echo " + random.nextInt(9) + " > a/$'odd\\xfe'";
                        case 10 -> "chmod -- " + paths.of("0", "111", "444", "555", "2775", "4711") + " " + path;
                        case 11 -> "ln -f -- " + path + " " + other;
                        // A submodule, its configuration, and a repository that is a link.
                        case 12 ->
                            "mkdir -p .git/modules/m -- " + path + "; echo 'gitdir: ../.git/modules/m' > " + path
                                    + "/.git; echo \"[submodule \\\"m\\\"]\" >> .gitmodules; echo x > " + path
                                    + "/tracked";
                        case 13 -> "mkdir -p -- " + path + "; ln -s -n ../.git " + path + "/.git";
                        case 14 -> "rm -f -r -- .gitignore " + path + "/.gitignore " + path + "/.git";
                        default ->
                            "mkdir -p -- " + path + "/.git; echo ref > " + path + "/.git/HEAD; echo x > " + path
                                    + "/tracked";
                    });
            commands.append("\n");
        }
        return commands.toString();
    }

    private static String command(Paths paths) {
        var random = paths.random();
        var commands = new StringBuilder();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            var path = paths.next();
            var other = paths.next();
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
                            "chmod -- " + paths.of("600", "755", "644", "700", "4755", "1777", "640") + " " + path;
                        case 8 -> "mv -f -- " + path + " " + other;
                        case 9 -> "touch -r " + other + " -- " + path;
                        // A small tree only: copies of folders in each other have no end.
                        default -> "test $(find . | wc -l) -gt 60 || cp -a -- " + path + " " + other;
                    });
            commands.append("\n");
        }
        return commands.toString();
    }

    /** Paths of up to three names, quoted, inside of the folder. */
    private record Paths(Random random, List<String> names) {
        String name() {
            return names.get(random.nextInt(names.size()));
        }

        String next() {
            var path = new StringBuilder("./");
            for (int i = random.nextInt(3); i >= 0; i--) {
                path.append(name()).append(i == 0 ? "" : "/");
            }
            return "'" + path + "'";
        }

        String of(String... all) {
            return all[random.nextInt(all.length)];
        }
    }
}
