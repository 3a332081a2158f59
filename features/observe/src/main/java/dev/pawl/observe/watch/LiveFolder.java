package dev.pawl.observe.watch;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.base.file.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The folder in which running programs write their state, and read answers to their questions; private to the user.
 *
 * <p>Each session has a file with its state, which is replaced atomically, and one for the answer to a question.
 */
public final class LiveFolder {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.-]{1,200}");
    private static final int LIMIT = 1 << 20;

    private final Path folder;

    public LiveFolder(Path agentDir) {
        this.folder = agentDir.resolve("watch");
    }

    private Path file(String id, String end) throws IOException {
        if (!ID.matcher(id).matches() || id.startsWith(".")) {
            throw new IOException("\"" + id + "\" is not the id of a session");
        }
        return folder.resolve(id + end);
    }

    void publish(String id, JsonObject state) throws IOException {
        put(file(id, ".json"), state);
    }

    void remove(String id) throws IOException {
        Files.deleteIfExists(file(id, ".json"));
        Files.deleteIfExists(file(id, ".answer"));
    }

    /** Answers a question of a session. */
    public void answer(String id, JsonObject answer) throws IOException {
        put(file(id, ".answer"), answer);
    }

    /** Returns the answer to a question once; null if there is none yet. */
    @Nullable
    JsonObject takeAnswer(String id) throws IOException {
        var file = file(id, ".answer");
        if (!Files.exists(file)) {
            return null;
        }
        var answer = read(file);
        Files.deleteIfExists(file);
        return answer;
    }

    /** The states of the running sessions; the files of programs that were killed are removed. */
    public List<JsonObject> sessions() throws IOException {
        var all = new ArrayList<JsonObject>();
        if (!Files.isDirectory(folder)) {
            return all;
        }
        try (var files = Files.list(folder)) {
            for (var file : files.filter(one -> one.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                var state = read(file);
                if (state != null && isAlive(state)) {
                    all.add(state);
                } else if (state != null) {
                    Files.deleteIfExists(file);
                }
            }
        }
        return all;
    }

    private static boolean isAlive(JsonObject state) {
        return ProcessHandle.of(state.number("pid", -1))
                .filter(ProcessHandle::isAlive)
                .isPresent();
    }

    private static @Nullable JsonObject read(Path file) {
        try {
            return JsonObject.parse(new String(RegularFile.read(file, LIMIT), StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException e) {
            return null; // It was removed meanwhile, or is not a file of Pawl.
        }
    }

    private void put(Path file, JsonObject state) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, OwnerOnly.folder(folder));
        }
        var fresh = Files.createTempFile(folder, "new", ".tmp", OwnerOnly.file(folder));
        try {
            Files.writeString(fresh, state.toString());
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
