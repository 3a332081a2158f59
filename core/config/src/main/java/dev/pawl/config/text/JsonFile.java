package dev.pawl.config.text;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonMistake;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.LockFolder;
import dev.pawl.base.file.Leftovers;
import dev.pawl.base.file.OwnerOnly;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object in a file that users and other programs write, too.
 *
 * @param within the folder that the file must be in after links are resolved; null for anywhere
 * @param secret whether only its owner may read the file. Such a file is written by programs alone, and may be empty.
 */
public record JsonFile(Path file, @Nullable Path within, boolean secret) implements JsonStore {
    /** As pi has it. */
    private static final Duration STALE = Duration.ofSeconds(10);

    private static final Duration PATIENCE = STALE.plusSeconds(1);

    /** A link in the place of a new file is not followed. */
    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.SYNC);

    public JsonFile(Path file, @Nullable Path within) {
        this(file, within, false);
    }

    /** A file of the user's. */
    public JsonFile(Path file) {
        this(file, null, false);
    }

    /** A file for its owner only. */
    public static JsonFile secret(Path file) {
        return new JsonFile(file, null, true);
    }

    /** Null if there is no file. The exception's message states what is wrong with it, but not which file it is. */
    @Override
    public @Nullable JsonObject read() throws IOException {
        var text = text();
        return text == null ? null : parsed(text);
    }

    /** Null if there is no file; a link that leads nowhere is a file that cannot be read. */
    private @Nullable String text() throws IOException {
        try {
            var text = TextFile.readStrictly(file, within);
            return secret && text.isBlank() ? null : text;
        } catch (NoSuchFileException e) {
            if (Files.isSymbolicLink(file)) {
                throw new IOException("a link to a file that is not there", e);
            }
            return null;
        }
    }

    /** Makes the changes in the present content of the file, and returns the new content. */
    @Override
    public JsonObject edit(JsonEdit edit) throws IOException, InterruptedException {
        return edit(_ -> edit);
    }

    /**
     * Makes changes that depend on the present content, and returns the new content. No other program changes the file
     * meanwhile.
     */
    public JsonObject edit(Function<JsonObject, JsonEdit> change) throws IOException, InterruptedException {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        try (var _ = LockFolder.take(file, STALE, PATIENCE)) {
            var before = read();
            var content = before == null ? JsonObject.empty() : before;
            var after = change.apply(content).applyTo(content);
            if (!after.equals(before)) {
                replace(Json.writeIndented(after) + "\n");
            }
            return after;
        }
    }

    private static JsonObject parsed(String text) throws IOException {
        if (text.isBlank()) {
            throw new IOException("empty; write {} into it, or delete it");
        }
        try {
            // Of two fields with one name, the first would be lost without a word, a rule that denies among them.
            return JsonObject.parseDistinct(text);
        } catch (JsonMistake e) {
            throw new IOException(e.sentence(), e);
        }
    }

    /** Readers see the old text or the new one, and a power failure leaves one of the two. */
    private void replace(String text) throws IOException {
        // Settings are often links into a folder of dotfiles, and should stay so.
        var target = Files.exists(file) ? file.toRealPath() : file;
        var next = target.resolveSibling(
                target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        Leftovers.remove(target);
        try {
            Files.deleteIfExists(next);
            var attributes = secret ? OwnerOnly.file(next) : new FileAttribute<?>[0];
            try (var out = Channels.newOutputStream(Files.newByteChannel(next, NEW, attributes))) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            keepPermissions(target, next);
            move(next, target, text);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private static void move(Path next, Path target, String text) throws IOException {
        try {
            Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            // A single file mounted into a container can be written, but not replaced.
            if (!Files.exists(target)) {
                throw e;
            }
            var before = Files.readAllBytes(target);
            try {
                write(target, text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException full) {
                write(target, before);
                throw full;
            }
        }
    }

    /** Writes over what is there and cuts off the rest, so that the room which the file has stays its own. */
    private static void write(Path file, byte[] bytes) throws IOException {
        try (var out = new RandomAccessFile(file.toFile(), "rw")) {
            out.write(bytes);
            out.setLength(bytes.length);
            out.getFD().sync();
        }
    }

    private static void keepPermissions(Path from, Path to) throws IOException {
        var view = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        if (view != null && Files.exists(from)) {
            Files.setPosixFilePermissions(to, view.readAttributes().permissions());
        }
    }
}
