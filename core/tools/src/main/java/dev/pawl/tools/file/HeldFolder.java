package dev.pawl.tools.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directory that a target is in, held open: whatever is moved or linked meanwhile, it stays that directory.
 *
 * <p>Where the system cannot hold directories open, or this one may not be read, its path is compared at each step.
 */
final class HeldFolder implements Closeable {
    private final Path path;
    private final @Nullable SecureDirectoryStream<Path> handle;

    private HeldFolder(Path path, @Nullable SecureDirectoryStream<Path> handle) {
        this.path = path;
        this.handle = handle;
    }

    /** @param make whether to make directories that are missing */
    static HeldFolder of(FileTarget target, boolean make) throws IOException {
        var folder = Objects.requireNonNullElse(target.path().getParent(), target.path());
        var held = anchor(target);
        try {
            for (var name : held.path.relativize(folder)) {
                if (name.toString().isEmpty()) {
                    continue;
                }
                var below = held.below(name, make);
                held.close();
                held = below;
            }
            return held;
        } catch (IOException | RuntimeException e) {
            held.close();
            throw e;
        }
    }

    @SuppressWarnings("StreamResourceLeak") // Held open until the folder is closed.
    private static HeldFolder anchor(FileTarget target) throws IOException {
        DirectoryStream<Path> stream;
        try {
            stream = Files.newDirectoryStream(target.anchor());
        } catch (AccessDeniedException e) {
            return byPath(target.anchor(), target.anchorKey());
        } catch (NoSuchFileException | java.nio.file.NotDirectoryException e) {
            throw target.anchorKey() == null ? e : new ExchangedException(target.path());
        }
        if (!(stream instanceof SecureDirectoryStream<Path> handle)) {
            stream.close();
            return byPath(target.anchor(), target.anchorKey());
        }
        try {
            var key = handle.getFileAttributeView(BasicFileAttributeView.class)
                    .readAttributes()
                    .fileKey();
            if (!Objects.equals(key, target.anchorKey())) {
                throw new ExchangedException(target.path());
            }
        } catch (IOException | RuntimeException e) {
            handle.close();
            throw e;
        }
        return new HeldFolder(target.anchor(), handle);
    }

    private static HeldFolder byPath(Path path, @Nullable Object key) throws IOException {
        if (!Objects.equals(key, FileTarget.keyOf(path))) {
            throw new ExchangedException(path);
        }
        return new HeldFolder(path, null);
    }

    private HeldFolder below(Path name, boolean make) throws IOException {
        var there = path.resolve(name);
        if (make) {
            try {
                Files.createDirectory(there);
            } catch (FileAlreadyExistsException e) {
                // Whether it is a directory, and in the one that is held, shows when it is opened.
            }
        }
        if (handle == null) {
            checkPath();
            if (Files.isSymbolicLink(there)) {
                throw new ExchangedException(there);
            }
            return new HeldFolder(there, null);
        }
        return new HeldFolder(there, handle.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }

    /** Returns what the name stands for now, links not followed; null if there is nothing. */
    @Nullable
    BasicFileAttributes attributes(Path name) throws IOException {
        try {
            return view(name, BasicFileAttributeView.class).readAttributes();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Returns what is in it, once. */
    Iterable<Path> entries() throws IOException {
        if (handle != null) {
            return handle;
        }
        checkPath();
        try (var stream = Files.newDirectoryStream(path)) {
            var all = new ArrayList<Path>();
            stream.forEach(all::add);
            return all;
        }
    }

    <V extends FileAttributeView> V view(Path name, Class<V> type) throws IOException {
        if (handle != null) {
            return handle.getFileAttributeView(name, type, LinkOption.NOFOLLOW_LINKS);
        }
        checkPath();
        return Files.getFileAttributeView(path.resolve(name), type, LinkOption.NOFOLLOW_LINKS);
    }

    /** Opens a file, never what a link leads to. */
    SeekableByteChannel open(Path name, Set<StandardOpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        var all = new HashSet<OpenOption>(options);
        all.add(LinkOption.NOFOLLOW_LINKS);
        if (handle != null) {
            return handle.newByteChannel(name, all, attributes);
        }
        checkPath();
        return Files.newByteChannel(path.resolve(name), all, attributes);
    }

    /** Puts one file of this directory in the place of another, at once. */
    void move(Path from, Path to) throws IOException {
        if (handle != null) {
            handle.move(from, handle, to);
            return;
        }
        checkPath();
        Files.move(path.resolve(from), path.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    void delete(Path name) throws IOException {
        if (handle != null) {
            handle.deleteFile(name);
        } else {
            checkPath();
            Files.deleteIfExists(path.resolve(name));
        }
    }

    private void checkPath() throws IOException {
        if (!path.toRealPath().equals(path.toRealPath(LinkOption.NOFOLLOW_LINKS))) {
            throw new ExchangedException(path);
        }
    }

    @Override
    public void close() throws IOException {
        if (handle != null) {
            handle.close();
        }
    }
}
