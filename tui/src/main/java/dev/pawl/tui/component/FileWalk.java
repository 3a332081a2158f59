package dev.pawl.tui.component;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The files below a directory that people mean: what git knows or does not ignore, or else all that is not hidden. */
final class FileWalk {
    private static final int MOST = 50_000;
    private static final long FRESH = TimeUnit.SECONDS.toNanos(5);
    private static final Set<String> SKIPPED = Set.of("node_modules", "target", "build", "dist", "__pycache__", "venv");

    private final Path root;
    private List<String> paths = List.of();
    private long readAt;
    private boolean read;

    FileWalk(Path root) {
        this.root = root;
    }

    /** Paths relative to the directory, folders with a slash at their end; as they were a moment ago. */
    synchronized List<String> paths() throws InterruptedException {
        if (!read || System.nanoTime() - readAt > FRESH) {
            var listed = byGit();
            paths = listed == null ? byWalking() : listed;
            readAt = System.nanoTime();
            read = true;
        }
        return paths;
    }

    private @Nullable List<String> byGit() throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
                    .directory(root.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return null;
        }
        try (var in = process.getInputStream()) {
            process.getOutputStream().close();
            var listed = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? withFolders(listed) : null;
        } catch (IOException e) {
            return null;
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> withFolders(String listed) {
        var all = new TreeSet<String>();
        int from = 0;
        for (int end = listed.indexOf('\0'); end >= 0 && all.size() < MOST; end = listed.indexOf('\0', from)) {
            var path = listed.substring(from, end);
            from = end + 1;
            if (FileCompletion.harmless(path)) {
                all.add(path);
                for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
                    if (!all.add(path.substring(0, slash + 1))) {
                        break;
                    }
                }
            }
        }
        return List.copyOf(all);
    }

    private List<String> byWalking() throws InterruptedException {
        var all = new ArrayList<String>();
        try {
            Files.walkFileTree(root, Set.of(), 12, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    if (Thread.currentThread().isInterrupted()) {
                        return FileVisitResult.TERMINATE;
                    }
                    if (directory.equals(root)) {
                        return FileVisitResult.CONTINUE;
                    }
                    var name = directory.getFileName().toString();
                    if (name.startsWith(".") || SKIPPED.contains(name)) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    return add(directory, "/");
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    return add(file, "");
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException problem) {
                    return FileVisitResult.CONTINUE;
                }

                private FileVisitResult add(Path path, String end) {
                    var name = root.relativize(path).toString().replace('\\', '/') + end;
                    if (FileCompletion.harmless(name)) {
                        all.add(name);
                    }
                    return all.size() < MOST ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                }
            });
        } catch (IOException e) {
            return List.of();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        all.sort(null);
        return all;
    }
}
