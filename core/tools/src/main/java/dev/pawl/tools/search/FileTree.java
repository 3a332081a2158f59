package dev.pawl.tools.search;

import dev.pawl.api.tool.FileOperations;
import dev.pawl.base.RegularFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Files to be searched, on this machine or elsewhere. */
interface FileTree {
    /** Returns what is in a directory, in any order. */
    List<Found> list(Found folder) throws IOException, InterruptedException;

    /** Opens a regular file. */
    InputStream open(Path file) throws IOException, InterruptedException;

    /** Returns the content of a file; null if it is not there or cannot be read. */
    byte @Nullable [] read(Path file) throws InterruptedException;

    boolean exists(Path path) throws InterruptedException;

    /** The files of this machine. */
    final class Local implements FileTree {
        /** An ignore file that is larger is none. */
        private static final int LARGEST_READ = 4 << 20;

        @Override
        public List<Found> list(Found folder) throws IOException {
            var entries = new ArrayList<Found>();
            try (var stream = Files.newDirectoryStream(folder.path())) {
                // A directory that was exchanged for a link meanwhile is not followed.
                if (Files.isSymbolicLink(folder.path())) {
                    return entries;
                }
                for (var path : stream) {
                    var name = String.valueOf(path.getFileName());
                    entries.add(Found.in(folder, path, name, Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)));
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
            return entries;
        }

        @Override
        public InputStream open(Path file) throws IOException {
            // Opening a pipe would wait for a writer.
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new NoSuchFileException(file.toString(), null, "not a regular file");
            }
            return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        }

        @Override
        public byte @Nullable [] read(Path file) {
            try {
                return RegularFile.read(file, LARGEST_READ);
            } catch (IOException e) {
                return null;
            }
        }

        @Override
        public boolean exists(Path path) {
            return Files.exists(path);
        }
    }

    /** Files that a hook provides, asked for one after another; links cannot be distinguished from their targets. */
    record Remote(FileOperations files) implements FileTree {
        private static final int DEEPEST = 64;

        @Override
        public List<Found> list(Found folder) throws IOException, InterruptedException {
            var entries = new ArrayList<Found>();
            if (folder.path().getNameCount() > DEEPEST) {
                return entries; // Most likely a link that leads back.
            }
            for (var name : files.list(folder.path())) {
                var path = folder.path().resolve(name);
                entries.add(Found.in(folder, path, name, files.isDirectory(path)));
            }
            return entries;
        }

        @Override
        public InputStream open(Path file) throws IOException, InterruptedException {
            return new ByteArrayInputStream(files.readFile(file));
        }

        @Override
        public byte @Nullable [] read(Path file) throws InterruptedException {
            try {
                return files.exists(file) ? files.readFile(file) : null;
            } catch (IOException e) {
                return null;
            }
        }

        @Override
        public boolean exists(Path path) throws InterruptedException {
            try {
                return files.exists(path);
            } catch (IOException e) {
                return false;
            }
        }
    }
}
