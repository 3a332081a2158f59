package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.hooks.registry.InstalledHook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What loading hooks again changed. */
final class HookChanges {
    private static final int MOST_FILES = 2_000;

    private final InstantSource clock;
    private FileTime loaded;

    HookChanges(InstantSource clock) {
        this.clock = clock;
        this.loaded = FileTime.from(clock.instant());
    }

    /** Something that loads hooks again. */
    @FunctionalInterface
    interface Loading {
        void run() throws InterruptedException;
    }

    /**
     * Loads hooks again.
     *
     * @return how many came, went and changed, and which do not load, such as {@code +1 −1 ~1; a.java NOT loaded}; empty if
     *     nothing changed
     */
    String during(Agent agent, Loading loading) throws InterruptedException {
        var before = paths(agent);
        var since = loaded;
        loaded = FileTime.from(clock.instant());
        loading.run();
        var after = paths(agent);
        var words = new ArrayList<String>();
        var missing = agent.missingHooks().stream()
                .map(problem -> problem.path())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        add(words, "+", after.stream().filter(path -> !before.contains(path)));
        add(words, "−", before.stream().filter(path -> !after.contains(path)));
        add(
                words,
                "~",
                after.stream()
                        .filter(path -> before.contains(path) && !missing.contains(path) && isNewer(path, since)));
        var parts = new ArrayList<String>(words.isEmpty() ? List.of() : List.of(String.join(" ", words)));
        for (var path : missing) {
            parts.add(name(path) + " NOT loaded" + (after.contains(path) ? ", its last version stays in force" : ""));
        }
        return String.join("; ", parts);
    }

    private static Set<String> paths(Agent agent) {
        return agent.engine().hooks().stream()
                .map(InstalledHook::path)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static void add(List<String> words, String sign, Stream<String> paths) {
        long count = paths.count();
        if (count > 0) {
            words.add(sign + count);
        }
    }

    private static String name(String path) {
        return String.valueOf(Path.of(path).getFileName());
    }

    /**
     * Returns whether a file of the hook was written since, by the time that no program can set; a hook that is not a
     * file is never newer.
     */
    private static boolean isNewer(String hook, FileTime since) {
        try (Stream<Path> files = Files.walk(Path.of(hook))) {
            return files.limit(MOST_FILES).anyMatch(file -> isChanged(file, since));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static boolean isChanged(Path file, FileTime since) {
        try {
            var changed = (FileTime) Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
            return changed.compareTo(since) > 0;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }
}
