package dev.pawl.acceptance.beside;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Comparison;
import dev.pawl.machine.Needed;
import dev.pawl.machine.Pi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes extensions through one conversation in Pawl and in pi, and compares what they made different there. */
final class Extensions {
    private final Path folder;
    private final Map<Agent, Seen> alone = new ConcurrentHashMap<>();
    private final AtomicInteger runs = new AtomicInteger();

    Extensions(Path folder) {
        Needed.program("bwrap");
        this.folder = folder;
    }

    /**
     * Compares one. What differs is tried once more, for what an extension does by the clock may differ in pi itself; only
     * what differs again is reported.
     */
    void compare(String name, Pi pi, Path extension, List<Path> entries) throws Exception {
        var differences = differences(pi, extension, entries);
        if (!differences.isEmpty()) {
            differences.retainAll(differences(pi, extension, entries));
        }
        new Comparison(name, pi).found(differences);
    }

    /** Both programs at the same time, for most of it is waiting until nothing more comes. */
    private List<String> differences(Pi pi, Path extension, List<Path> entries) throws Exception {
        try (var both = Executors.newVirtualThreadPerTaskExecutor()) {
            var theirs = both.submit(() -> changes(new Agent.Original(pi), extension, entries));
            var ours = both.submit(() -> changes(new Agent.Pawl(), extension, entries));
            return new ArrayList<>(Seen.differences(theirs.get(), ours.get()));
        }
    }

    private Seen changes(Agent agent, Path extension, List<Path> entries) throws Exception {
        var before = alone.get(agent);
        if (before == null) {
            before = run(agent, extension, List.of());
            alone.put(agent, before);
        }
        return run(agent, extension, entries).beyond(before);
    }

    private Seen run(Agent agent, Path extension, List<Path> entries) throws Exception {
        return Conversation.hold(agent, folder.resolve("r" + runs.getAndIncrement()), extension, entries);
    }

    /** Returns the files that a package names as its extensions, or else those of its folder {@code extensions}. */
    static List<Path> of(Path folder) throws IOException {
        var named = JsonObject.parse(Files.readString(folder.resolve("package.json")))
                .object("pi")
                .strings("extensions");
        var files = new ArrayList<Path>();
        for (var name : named.isEmpty() ? List.of("extensions") : named) {
            var entry = folder.resolve(name).normalize();
            if (!Files.isDirectory(entry)) {
                files.add(entry);
            } else if (index(entry) instanceof Path index) {
                files.add(index);
            } else {
                try (var inside = Files.list(entry)) {
                    for (var each : inside.sorted().toList()) {
                        if (Files.isDirectory(each)) {
                            if (index(each) instanceof Path index) {
                                files.add(index);
                            }
                        } else if (each.toString().matches(".*(?<!\\.d)\\.(ts|js)")) {
                            files.add(each);
                        }
                    }
                }
            }
        }
        return files;
    }

    private static @org.jspecify.annotations.Nullable Path index(Path folder) {
        for (var name : List.of("index.ts", "index.js")) {
            if (Files.exists(folder.resolve(name))) {
                return folder.resolve(name);
            }
        }
        return null;
    }
}
