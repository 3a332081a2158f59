package dev.pawl.config.trust;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Sha256;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a project could run when it was trusted, kept in the user's folder; what is different, new or gone since then was
 * not looked at.
 */
public final class TrustedContent {
    private static final int LINES = 60;

    /** The field of an item that the user knows to be gone. */
    private static final String GONE = "gone";

    private final Folders folders;
    private final Path project;
    private final Path record;
    private final ProjectContent content;
    private final Map<String, ProjectContent.Item> now;

    TrustedContent(Folders folders, List<Path> brought) {
        this.folders = folders;
        this.project = Folders.canonical(folders.cwd());
        this.record = record(folders);
        this.content = new ProjectContent(folders, brought);
        this.now = content.items();
    }

    /** The files that hooks run with, to be looked at again before each run. */
    public TrustedSet set() {
        return content.set();
    }

    /** Programs that hooks run and that are found elsewhere; what they load is not known and not hashed. */
    public List<String> beyond() {
        return List.copyOf(content.beyond());
    }

    private static Path record(Folders folders) {
        var project = Folders.canonical(folders.cwd()).toString();
        var id = UUID.nameUUIDFromBytes(project.getBytes(StandardCharsets.UTF_8));
        return folders.agentDir().resolve("trusted").resolve(id + ".json");
    }

    /** Whether the user has looked at a project at some time. */
    static boolean isKept(Folders folders) {
        return Files.exists(record(folders));
    }

    /** Returns the SHA-256 of all that can run. */
    public String digest() {
        return Sha256.hex(now.toString());
    }

    /** The names of all that can run. */
    public List<String> names() {
        return List.copyOf(now.keySet());
    }

    /**
     * What is different, new or gone since it was looked at. The first time all of it is taken for looked at.
     *
     * @throws IOException if what is kept cannot be read; nothing of the project runs then
     */
    public List<ContentChange> changes() throws IOException, InterruptedException {
        var before = before();
        if (before == null) {
            approve();
            return List.of();
        }
        var changes = new ArrayList<ContentChange>();
        now.forEach((name, item) -> {
            var old = before.get(name);
            var hash = old instanceof JsonObject json ? json.string("hash", "") : null;
            if (!item.hash().equals(hash)) {
                var text = old instanceof JsonObject json ? json.string("text") : "";
                var kind = hash == null ? ContentChange.Kind.NEW : ContentChange.Kind.CHANGED;
                changes.add(new ContentChange(name, kind, difference(text, item.text())));
            }
        });
        before.forEach((name, old) -> {
            if (old instanceof JsonObject json && isMissed(name, json)) {
                changes.add(new ContentChange(name, ContentChange.Kind.GONE, difference(json.string("text"), "")));
            }
        });
        if (changes.isEmpty() && now.keySet().stream().anyMatch(name -> isGone(before.get(name)))) {
            approve(); // It came back, and will be missed again.
        }
        return changes;
    }

    /** Whether a gate may be missing that was not reported to the user. */
    private boolean isMissed(String name, JsonObject kept) {
        return !now.containsKey(name) && !isGone(kept) && ProjectContent.mayBeGate(name);
    }

    private static boolean isGone(@Nullable Object kept) {
        return kept instanceof JsonObject json && json.bool(GONE, false);
    }

    /** Keeps that the user has looked at all of it. What is gone is kept, too: it may come back as it was. */
    public void approve() throws IOException, InterruptedException {
        keep(_ -> true);
    }

    /** Keeps that one file is as it should be. */
    void approve(Path file) throws IOException, InterruptedException {
        var name = project.relativize(Folders.canonical(file)).toString();
        approve(name::equals);
    }

    /** Keeps that items of these names are as they should be; does nothing before all of it was looked at once. */
    void approve(Predicate<String> names) throws IOException, InterruptedException {
        if (before() != null) {
            keep(names);
        }
    }

    private void keep(Predicate<String> names) throws IOException, InterruptedException {
        var items = new LinkedHashMap<String, @Nullable Object>();
        var before = before();
        if (before != null) {
            items.putAll(before);
            items.replaceAll(
                    (name, kept) -> kept instanceof JsonObject json && names.test(name) && !now.containsKey(name)
                            ? json.with(GONE, true)
                            : kept);
        }
        now.forEach((name, item) -> {
            if (names.test(name)) {
                var kept = JsonObject.of("hash", item.hash());
                items.put(name, item.text() == null ? kept : kept.with("text", item.text()));
            }
        });
        try {
            new JsonFile(record)
                    .edit(JsonEdit.nothing()
                            .with(List.of("project"), project.toString())
                            .with(List.of("items"), JsonObject.from(items)));
        } catch (IOException e) {
            throw new IOException(record + ": cannot be written: " + TextFile.why(e), e);
        }
    }

    /** Forgets what was looked at. */
    public void forget() throws IOException {
        Files.deleteIfExists(record);
    }

    private @Nullable Map<String, @Nullable Object> before() throws IOException {
        try {
            var json = new JsonFile(record).read();
            return json == null ? null : json.object("items").asMap();
        } catch (IOException e) {
            throw new IOException(
                    record + ": cannot be read: " + TextFile.why(e)
                            + ". Look at the project, then run pawl trust approve " + folders.cwd(),
                    e);
        }
    }

    /** The lines between what both texts begin with and what both end with. */
    static String difference(@Nullable String before, @Nullable String after) {
        if (before == null || after == null) {
            return "(not shown: it is long or no text)";
        }
        var old = before.lines().toList();
        var fresh = after.lines().toList();
        int begin = 0;
        while (begin < Math.min(old.size(), fresh.size()) && old.get(begin).equals(fresh.get(begin))) {
            begin++;
        }
        int end = 0;
        while (end < Math.min(old.size(), fresh.size()) - begin
                && old.get(old.size() - 1 - end).equals(fresh.get(fresh.size() - 1 - end))) {
            end++;
        }
        var lines = new ArrayList<String>();
        old.subList(begin, old.size() - end).forEach(line -> lines.add("- " + line));
        fresh.subList(begin, fresh.size() - end).forEach(line -> lines.add("+ " + line));
        var shown = lines.subList(0, Math.min(LINES, lines.size()));
        return String.join("\n", shown) + (lines.size() > LINES ? "\n… " + (lines.size() - LINES) + " lines more" : "");
    }
}
