package dev.pawl.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.base.RegularFile;
import dev.pawl.session.lock.SessionFiles;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The file of a session at the place where its tools run, brought up to what the fleet has. */
final class LocalCopy {
    private LocalCopy() {}

    /**
     * Writes the lines that the file lacks, and returns the file.
     *
     * @param lines the log in the fleet, header first
     * @throws IOException if the file differs from the fleet's log; then neither is changed
     */
    static Path of(SessionPaths paths, String session, List<String> lines) throws IOException {
        var header = header(lines);
        if (!header.id().equals(session)) {
            throw new IOException("session " + session + " has the header of another one: " + header.id());
        }
        var file = paths.file(Path.of(header.cwd()), header.timestamp(), header.id());
        var all = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            SessionFiles.createFolderOf(file);
            SessionFiles.create(file);
        }
        var here = RegularFile.read(file, Integer.MAX_VALUE);
        int whole = wholeLines(here);
        if (whole > all.length || !startsWith(all, here, whole)) {
            throw new IOException(
                    "session " + header.id() + " is not the same in " + file + " and in the fleet. Nothing"
                            + " was changed: keep the file under another name, or remove the session from the fleet");
        }
        if (here.length != whole || all.length != whole) {
            try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                channel.truncate(whole);
                channel.position(whole);
                var rest = java.nio.ByteBuffer.wrap(all, whole, all.length - whole);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            }
        }
        return file;
    }

    static Entry.Header header(List<String> lines) throws IOException {
        if (!lines.isEmpty() && Entry.from(JsonObject.parse(lines.getFirst())) instanceof Entry.Header header) {
            return header;
        }
        throw new IOException("what the fleet has of the session does not begin with a header");
    }

    /** Where the last line ends that was written to its end. */
    private static int wholeLines(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private static boolean startsWith(byte[] all, byte[] start, int length) {
        return java.util.Arrays.equals(all, 0, length, start, 0, length);
    }
}
