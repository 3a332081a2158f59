package dev.pawl.tools.file;

import dev.pawl.base.file.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A file with new content that takes the place of an old one at once, with its owner and permissions. */
record Replacement(HeldFolder folder, Path path) {
    private static final Set<StandardOpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private static final int SPECIAL = 07000;

    /** False if the file must stay the same one: it has other names, or something that a new one would lack. */
    boolean write(byte[] content) throws IOException {
        if (!Files.isWritable(path)) {
            throw new AccessDeniedException(path.toString());
        }
        if (isMoreThanItsContent() || hasAttributes()) {
            return false;
        }
        var name = path.getFileSystem().getPath(Unfinished.name());
        SeekableByteChannel channel;
        try {
            channel = folder.open(name, NEW, OwnerOnly.file(path));
        } catch (AccessDeniedException e) {
            return false; // The file may be changed, the directory not.
        }
        boolean moved = false;
        try {
            try (channel) {
                fill(channel, content, 0, content.length);
            }
            moved = isLike(name) && moved(name);
        } finally {
            if (!moved) {
                folder.delete(name);
            }
        }
        Unfinished.clean(folder);
        return moved;
    }

    static void fill(SeekableByteChannel channel, byte[] content, int from, int length) throws IOException {
        var bytes = ByteBuffer.wrap(content, from, length);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private boolean moved(Path name) throws IOException {
        var target = Objects.requireNonNull(path.getFileName());
        try {
            folder.move(name, target);
            return true;
        } catch (FileSystemException e) {
            return false; // As for a file that is a mount of its own.
        }
    }

    /** Gives the new file the owner and the permissions of the old one; false if that is not permitted. */
    private boolean isLike(Path name) throws IOException {
        if (!isPosix()) {
            return true;
        }
        var before = folder.view(Objects.requireNonNull(path.getFileName()), PosixFileAttributeView.class)
                .readAttributes();
        var view = folder.view(name, PosixFileAttributeView.class);
        var made = view.readAttributes();
        try {
            if (!made.owner().equals(before.owner())) {
                view.setOwner(before.owner());
            }
            if (!made.group().equals(before.group())) {
                view.setGroup(before.group());
            }
            view.setPermissions(before.permissions());
            return true;
        } catch (FileSystemException e) {
            return false;
        }
    }

    /** Other names would keep the old content, and a new file would lack setuid and its like. */
    private boolean isMoreThanItsContent() {
        try {
            var unix = Files.readAttributes(path, "unix:nlink,mode", LinkOption.NOFOLLOW_LINKS);
            return number(unix, "nlink") > 1 || (number(unix, "mode") & SPECIAL) != 0;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    private static int number(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof Integer number ? number : 0;
    }

    private boolean hasAttributes() {
        try {
            var view = Files.getFileAttributeView(path, UserDefinedFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            return view != null && !view.list().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isPosix() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
