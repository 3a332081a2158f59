package dev.pawl.packages.install;

import dev.pawl.base.FileTree;
import dev.pawl.base.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Base64;
import java.util.Set;

/** The files of a package in a folder: checked and hashed. */
public final class Tree {
    static final long MOST_BYTES = 1L << 30;
    static final int MOST_ENTRIES = 100_000;
    private static final Set<String> NOT_HASHED = Set.of(".git", "node_modules");

    private Tree() {}

    /** Returns whether a name would control the terminal that shows it. */
    static boolean hasControls(String name) {
        return name.chars().anyMatch(Character::isISOControl);
    }

    /** Refuses links that lead out of the folder, names that no terminal can show, and more than a package can have a use for. */
    static void check(Path root) throws IOException {
        var real = root.toRealPath();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            private long bytes;
            private int entries;

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                bytes += attributes.size();
                entries++;
                if (bytes > MOST_BYTES || entries > MOST_ENTRIES) {
                    throw new InstallFailed("the package is refused, because with its dependencies it has more than "
                            + MOST_ENTRIES + " files or " + (MOST_BYTES >> 20) + " MiB");
                }
                if (hasControls(root.relativize(file).toString())) {
                    throw new InstallFailed("the package is refused, because the name of a file in it has control"
                            + " characters, which would reach the terminal");
                }
                if (attributes.isSymbolicLink() && !isInside(file, real)) {
                    throw new InstallFailed("the package is refused, because " + root.relativize(file)
                            + " is a link that leads out of it");
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static boolean isInside(Path link, Path root) throws IOException {
        try {
            return link.toRealPath().startsWith(root);
        } catch (NoSuchFileException e) {
            // It may lead to what comes to be later.
            var folder = link.toRealPath(LinkOption.NOFOLLOW_LINKS).getParent();
            return folder != null
                    && folder.resolve(Files.readSymbolicLink(link)).normalize().startsWith(root);
        }
    }

    /** A hash of the names and contents of all files, without {@code .git} and {@code node_modules}. */
    public static String hash(Path root) throws IOException {
        var digest = Sha256.begin();
        for (var file : FileTree.files(root, NOT_HASHED)) {
            var name = root.relativize(file).toString().replace('\\', '/');
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            var content = Files.isSymbolicLink(file)
                    ? Files.readSymbolicLink(file).toString().getBytes(StandardCharsets.UTF_8)
                    : Sha256.of(Files.readAllBytes(file));
            digest.update(content);
        }
        return "sha256-" + Base64.getEncoder().encodeToString(digest.digest());
    }
}
