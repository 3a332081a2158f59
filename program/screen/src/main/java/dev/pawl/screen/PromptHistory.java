package dev.pawl.screen;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.base.file.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;

/** The prompts of this and earlier sessions, kept in a file that only its owner reads. */
final class PromptHistory {
    static final String NAME = "prompt-history.jsonl";
    private static final int KEPT = 1_000;
    private static final int LONGEST = 20_000;
    private static final int LARGEST_FILE = 32 << 20;

    private final Path file;

    PromptHistory(Path agentDir) {
        this.file = agentDir.resolve(NAME);
    }

    /** Keeps a text; one that cannot be kept is no reason to disturb the conversation. */
    synchronized void add(String text) {
        if (text.isBlank() || text.length() > LONGEST) {
            return;
        }
        try {
            append(text);
        } catch (IOException _) {
            // The text is in the session all the same.
        }
    }

    /** All that is kept, the newest first, each once. */
    List<String> newestFirst() {
        var texts = new LinkedHashSet<String>();
        for (var line : lines().reversed()) {
            var text = text(line);
            if (!text.isBlank()) {
                texts.add(text);
            }
        }
        return List.copyOf(texts);
    }

    private void append(String text) throws IOException {
        Files.createDirectories(file.getParent());
        create();
        Files.writeString(
                file, JsonObject.empty().with("text", text) + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        shorten();
    }

    private void create() throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, OwnerOnly.file(file));
        }
    }

    /** Keeps the newest, once there are twice as many as are kept. */
    private void shorten() throws IOException {
        var all = lines();
        if (all.size() <= 2 * KEPT) {
            return;
        }
        var shorter = Files.createTempFile(file.getParent(), NAME, ".tmp");
        Files.write(shorter, all.subList(all.size() - KEPT, all.size()), StandardCharsets.UTF_8);
        Files.move(shorter, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private List<String> lines() {
        try {
            return new String(RegularFile.read(file, LARGEST_FILE), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static String text(String line) {
        try {
            var text = JsonObject.parse(line).string("text");
            return text == null ? "" : text;
        } catch (RuntimeException e) {
            return "";
        }
    }
}
