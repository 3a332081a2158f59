package dev.pawl.session.ledger;

import dev.pawl.base.RegularFile;
import dev.pawl.session.lock.SessionFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps in a file of a folder beside the session. */
final class FileSteps implements StepLog {
    static final String FILE = "ledger";

    private static final int LARGEST = 256 << 20;

    private final Path folder;
    private final Path file;
    private @Nullable RandomAccessFile out;

    FileSteps(Path folder) {
        this.folder = folder;
        this.file = folder.resolve(FILE);
    }

    /** Creates the folder, for the user alone. */
    static void create(Path folder) throws IOException {
        SessionFiles.createFolder(folder);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(folder + " is a link");
        }
    }

    @Override
    public List<String> read() throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        if (Files.isSymbolicLink(file)) {
            throw new IOException(file + " is a link");
        }
        try {
            var lines = new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8).split("\n", -1);
            // What is behind the last line break was not written to its end: that step did not take place.
            return List.of(lines).subList(0, lines.length - 1);
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    @Override
    public void add(List<String> steps) throws IOException {
        try {
            open().write((String.join("\n", steps) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            close(); // The next step begins a line of its own, behind what is whole.
            throw e;
        }
    }

    @Override
    public void clear() throws IOException {
        if (out != null) {
            out.setLength(0);
        }
    }

    @Override
    public void end(boolean aside) throws IOException {
        close();
        if (aside) {
            Files.move(file, folder.resolve("damaged-" + System.currentTimeMillis()), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.deleteIfExists(file);
    }

    private void close() throws IOException {
        if (out != null) {
            out.close();
            out = null;
        }
    }

    private RandomAccessFile open() throws IOException {
        var open = out;
        if (open == null) {
            create(folder);
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                SessionFiles.create(file);
            }
            // Not a channel: an abort would close it.
            open = new RandomAccessFile(file.toFile(), "rw");
            cutOff(open);
            open.seek(open.length());
            out = open;
        }
        return open;
    }

    /** Cuts off a line that was not written to its end, so that the next one is a line of its own. */
    private static void cutOff(RandomAccessFile file) throws IOException {
        long end = file.length();
        while (end > 0) {
            file.seek(end - 1);
            if (file.read() == '\n') {
                break;
            }
            end--;
        }
        file.setLength(end);
    }
}
