package dev.pawl.observe.telemetry;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.session.lock.SessionFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Records that could not be sent before the program ended, in a folder for the user alone: the next start sends them.
 *
 * <p>Each program that ends writes a file of its own; who takes one gives it another name first, so that no record is sent twice.
 */
final class UnsentRecords {
    /** More is not kept: a collector that is never there must not fill the disk. */
    private static final int MOST_BYTES = 4 << 20;

    private static final String ENDING = ".jsonl";

    private final Path folder;

    UnsentRecords(Path folder) {
        this.folder = folder;
    }

    /** Keeps records, the oldest first, as far as there is room. */
    void keep(Map<Signal, ? extends Iterable<JsonObject>> records) throws IOException {
        long room = MOST_BYTES - used();
        var text = new StringBuilder();
        for (var entry : records.entrySet()) {
            for (var record : entry.getValue()) {
                var line = JsonObject.of("signal", entry.getKey().name(), "record", record) + "\n";
                if (text.length() + line.length() <= room) {
                    text.append(line);
                }
            }
        }
        if (!text.isEmpty()) {
            SessionFiles.createFolder(folder);
            var file = folder.resolve(UUID.randomUUID() + ".part");
            SessionFiles.create(file);
            Files.writeString(file, text, StandardOpenOption.WRITE);
            Files.move(file, folder.resolve(UUID.randomUUID() + ENDING), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Takes what was kept; it is there no more. */
    Map<Signal, List<JsonObject>> take() throws IOException {
        var taken = new EnumMap<Signal, List<JsonObject>>(Signal.class);
        for (var file : files()) {
            var own = folder.resolve(UUID.randomUUID() + ".taken");
            try {
                Files.move(file, own, StandardCopyOption.ATOMIC_MOVE);
            } catch (NoSuchFileException _) {
                continue; // Another program was first.
            }
            var text = new String(RegularFile.read(own, MOST_BYTES), StandardCharsets.UTF_8);
            Files.delete(own);
            for (var line : text.lines().toList()) {
                try {
                    var json = JsonObject.parse(line);
                    taken.computeIfAbsent(Signal.valueOf(json.string("signal", "")), _ -> new ArrayList<>())
                            .add(json.object("record"));
                } catch (IllegalArgumentException _) {
                    // A line that somebody changed is no record.
                }
            }
        }
        return taken;
    }

    private long used() throws IOException {
        long bytes = 0;
        for (var file : files()) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        }
    }
}
