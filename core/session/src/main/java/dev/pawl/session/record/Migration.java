package dev.pawl.session.record;

import dev.pawl.api.json.JsonObject;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.random.RandomGenerator;

/**
 * Brings session files of older versions to the present one, once, when they are opened.
 *
 * <p>Only what has to change is changed, byte by byte; lines that are not records are copied as they are. The new file
 * takes the old one's place when it is complete and on the disk, so a crash leaves the old file and perhaps a piece of
 * the new one beside it, which the next migration takes away.
 */
public final class Migration {
    private static final String UNFINISHED = ".migrating";

    private Migration() {}

    /** Returns whether a session is of an older version. No version means 1; one that is not a number is left to its author. */
    public static boolean needed(JsonObject header) {
        return version(header) < RecordMigration.VERSION;
    }

    /** Rewrites a session of an older version. No other process may write it meanwhile. */
    public static void run(Path session, RandomGenerator random) throws IOException {
        var header = SessionHeaderReader.read(session);
        if (header == null) {
            throw new IOException("session " + session + ": it has no header, so its version is unknown");
        }
        if (!needed(header)) {
            return;
        }
        var file = session.toAbsolutePath();
        try {
            removeUnfinished(file);
            replace(file, new RecordMigration(version(header), random));
        } catch (IOException e) {
            throw new IOException(
                    "session " + session + " is of version " + version(header) + " and could not be brought to version "
                            + RecordMigration.VERSION + " (" + e
                            + "): it is as it was; see that its folder can be written and has room",
                    e);
        }
    }

    private static long version(JsonObject header) {
        return header.get("version") == null ? 1 : header.number("version", RecordMigration.VERSION);
    }

    private static void replace(Path file, RecordMigration migration) throws IOException {
        var unfinished = Files.createTempFile(file.getParent(), file.getFileName() + ".", UNFINISHED);
        try {
            copy(file, unfinished, migration);
            copyPermissions(file, unfinished);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
        syncFolder(file.resolveSibling("."));
    }

    private static void copy(Path file, Path copy, RecordMigration migration) throws IOException {
        long read = 0;
        try (var in = new BufferedInputStream(Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS));
                var channel = FileChannel.open(copy, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                var out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
            for (var line = line(in); line.length > 0; line = line(in)) {
                read += line.length;
                out.write(migration.next(line));
            }
            out.flush();
            channel.force(true);
        }
        if (Files.size(file) != read) {
            throw new IOException("another program has written to it meanwhile");
        }
    }

    /** Returns the next line with its end; an empty one at the end of the file. */
    private static byte[] line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            line.write(b);
            if (b == '\n') {
                break;
            }
        }
        return line.toByteArray();
    }

    private static void removeUnfinished(Path file) throws IOException {
        var name = file.getFileName() + ".";
        try (var leftovers = Files.newDirectoryStream(file.getParent(), path -> {
            var other = path.getFileName().toString();
            return other.startsWith(name) && other.endsWith(UNFINISHED);
        })) {
            for (var leftover : leftovers) {
                Files.deleteIfExists(leftover);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static void copyPermissions(Path from, Path to) throws IOException {
        try {
            Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
        } catch (UnsupportedOperationException _) {
            // Then the file system has none.
        }
    }

    /** The new name is on the disk, too; where folders cannot be opened the operating system sees to that. */
    public static void syncFolder(Path folder) {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException _) {
            // The file is complete under either name.
        }
    }
}
