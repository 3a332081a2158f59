package dev.pawl.tools.file;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.tools.text.ToolFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The change of a file that a call is about to make, as it is kept for the case that the program ends in between.
 *
 * @param before the checksum of the file as it is; {@code "none"} if there is none
 * @param after the checksum of the file as it will be
 * @param details what the call will answer besides its text
 */
public record FileEffect(
        String before, String after, @Nullable Object details) {
    private static final String NONE = "none";
    private static final int CHUNK = 64 * 1024;

    /** Returns the effect that the same call kept before the program ended; null if it has kept none. */
    public static @Nullable FileEffect kept(ToolContext ctx) {
        var kept = ctx.intended();
        var after = kept == null ? null : kept.string("after");
        return kept == null || after == null
                ? null
                : new FileEffect(kept.string("before", NONE), after, kept.get("details"));
    }

    public void keep(ToolContext ctx) {
        var json = JsonObject.of("before", before, "after", after);
        ctx.intend(json.given("details", details));
    }

    /**
     * Returns whether the file is as it was to become; if it is as it was, the change is to be made.
     *
     * @param now the checksum of the file as it is
     * @throws ToolFailure if it is neither
     */
    public boolean isDone(String now, String path) throws ToolFailure {
        if (now.equals(after)) {
            return true;
        }
        if (now.equals(before)) {
            return false;
        }
        throw new ToolFailure("The program was ended while it changed " + path
                + ", and the file is now neither as it was before nor as it was to become: something else has changed"
                + " it, or only a part of it was written. Nothing was changed now. Read the file again.");
    }

    /** Returns the checksum of what is in a file. */
    public static String checksum(TargetFiles files, FileTarget target) throws IOException {
        try (var in = files.open(target)) {
            return checksum(in);
        } catch (NoSuchFileException _) {
            return NONE;
        }
    }

    /** Returns the checksum of a text. */
    public static String checksum(byte[] content) {
        try {
            return checksum(new ByteArrayInputStream(content));
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can be read", e);
        }
    }

    /** Two checksums of different kinds and the length: this recognises what happened, it is no protection. */
    private static String checksum(InputStream in) throws IOException {
        var first = new CRC32C();
        var second = new CRC32();
        var buffer = new byte[CHUNK];
        long length = 0;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            first.update(buffer, 0, n);
            second.update(buffer, 0, n);
            length += n;
        }
        return length + "-" + Long.toHexString(first.getValue()) + "-" + Long.toHexString(second.getValue());
    }
}
