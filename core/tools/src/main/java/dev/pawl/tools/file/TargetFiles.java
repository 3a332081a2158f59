package dev.pawl.tools.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;

/** Opens and replaces exactly the files that hooks were asked about. */
public final class TargetFiles {
    private final OwnFiles own;
    private final OpenTexts texts;

    TargetFiles(OwnFiles own, OpenTexts texts) {
        this.own = own;
        this.texts = texts;
    }

    /** Fails unless the directory, or file, is still where and what it was. */
    void verify(FileTarget target) throws IOException {
        var path = target.path();
        var now = FileTarget.keyOf(path);
        boolean same = Objects.equals(target.key(), now) || own.isOwn(path, now);
        // Both are the path as the file system returns it; they differ where a link is part of it.
        if (!same || (now != null && !path.toRealPath().equals(path.toRealPath(LinkOption.NOFOLLOW_LINKS)))) {
            throw new ExchangedException(path);
        }
    }

    /** Opens a file for reading. The caller closes it. */
    public InputStream open(FileTarget target) throws IOException {
        try (var folder = HeldFolder.of(target, false)) {
            var name = name(target);
            var now = folder.attributes(name);
            if (now == null) {
                throw new NoSuchFileException(target.path().toString());
            }
            check(target, now);
            var channel = folder.open(name, Set.of(StandardOpenOption.READ));
            try {
                checkAgain(target, folder, now);
                var text = texts.read(target.path());
                if (text == null) {
                    return Channels.newInputStream(channel);
                }
                channel.close();
                return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }
    }

    public byte[] read(FileTarget target) throws IOException {
        try (var in = open(target)) {
            return in.readAllBytes();
        }
    }

    /** Puts content into the file: all of it, or the file stays as it was. An interruption waits until it is done. */
    public void write(FileTarget target, byte[] content) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    writeOnce(target, content);
                    return;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void writeOnce(FileTarget target, byte[] content) throws IOException {
        try (var folder = HeldFolder.of(target, true)) {
            var name = name(target);
            var now = folder.attributes(name);
            if (now != null) {
                check(target, now);
            }
            if (texts.write(target.path(), content)) {
                // The other program has written it.
            } else if (now == null) {
                create(folder, name, content);
            } else {
                if (!new Replacement(folder, target.path()).write(content)) {
                    overwrite(target, folder, now, content);
                }
            }
            own.put(FileTarget.here(target.path()));
        }
    }

    /** Makes the file with all of its content at once: a program that is killed meanwhile leaves no part of it. */
    private static void create(HeldFolder folder, Path name, byte[] content) throws IOException {
        var unfinished = name.getFileSystem().getPath(Unfinished.name());
        var opened = folder.open(unfinished, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        boolean moved = false;
        try {
            try (var channel = opened) {
                Replacement.fill(channel, content, 0, content.length);
            }
            if (folder.attributes(name) != null) {
                throw new FileAlreadyExistsException(name.toString());
            }
            folder.move(unfinished, name);
            moved = true;
        } finally {
            if (!moved) {
                folder.delete(unfinished);
            }
        }
    }

    /**
     * Writes into a file that must stay the same one. What it grows by is written first: if there is no room for it,
     * the old content is still whole.
     */
    private void overwrite(FileTarget target, HeldFolder folder, BasicFileAttributes now, byte[] content)
            throws IOException {
        try (var channel = folder.open(name(target), Set.of(StandardOpenOption.WRITE))) {
            checkAgain(target, folder, now);
            long old = channel.size();
            int kept = (int) Math.min(old, content.length);
            try {
                channel.position(kept);
                Replacement.fill(channel, content, kept, content.length - kept);
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (IOException e) {
                channel.truncate(old);
                throw e;
            }
            channel.position(0);
            Replacement.fill(channel, content, 0, kept);
            channel.truncate(content.length);
        }
    }

    private void check(FileTarget target, BasicFileAttributes now) throws IOException {
        if (!Objects.equals(now.fileKey(), target.key()) && !own.isOwn(target.path(), now.fileKey())) {
            throw new ExchangedException(target.path());
        }
        checkNames(target);
        if (now.isSymbolicLink()) {
            var _ = target.path().toRealPath(); // Reports links that form a circle.
            throw new ExchangedException(target.path());
        }
        if (now.isDirectory()) {
            throw new FileSystemException(target.path().toString(), null, "Is a directory");
        }
        if (now.isOther()) {
            throw new FileSystemException(
                    target.path().toString(), null, "Not a regular file, but a pipe, socket or device");
        }
    }

    private static void checkAgain(FileTarget target, HeldFolder folder, BasicFileAttributes before)
            throws IOException {
        var after = folder.attributes(name(target));
        if (after == null || !Objects.equals(before.fileKey(), after.fileKey())) {
            throw new ExchangedException(target.path());
        }
        checkNames(target);
    }

    /** A link that was just removed can still be found, with a name less. So names are counted at each step. */
    private static void checkNames(FileTarget target) throws IOException {
        if (target.hasMoreNames()) {
            throw new ExchangedException(target.path());
        }
    }

    private static Path name(FileTarget target) throws IOException {
        var name = target.path().getFileName();
        if (name == null) {
            throw new FileSystemException(target.path().toString(), null, "Is a directory");
        }
        return name;
    }
}
