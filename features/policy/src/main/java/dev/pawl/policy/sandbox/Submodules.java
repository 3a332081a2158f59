package dev.pawl.policy.sandbox;

import dev.pawl.base.GitSettings;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The repositories that git looks into by itself when it is called in the one around them ({@code git status}), by their own
 * configuration: those in its index, whether {@code .gitmodules} names them or not.
 */
final class Submodules {
    private static final int LARGEST_INDEX = 256 << 20;
    private static final int LARGEST_CONFIG = 1 << 20;
    private static final int STAT = 40;
    private static final int MODE = 24;
    private static final int KIND = 0170000;
    private static final int GITLINK = 0160000;
    private static final Pattern SHA_256 = Pattern.compile("(?im)^\\s*objectformat\\s*=\\s*\"?sha256");
    /** Where the files of a submodule are; git writes it into the configuration of each. */
    private static final Pattern WORKTREE = Pattern.compile("(?im)^\\s*worktree\\s*=.*$");

    private Submodules() {}

    /** The folders of those of a repository; none if it has no index, or one that git cannot read either. */
    static Set<Path> of(Path folder) throws IOException {
        var found = new LinkedHashSet<Path>();
        var git = repository(folder.resolve(".git"));
        if (git != null && Files.isRegularFile(git.resolve("index"))) {
            int hash = SHA_256.matcher(text(git.resolve("config"))).find() ? 32 : 20;
            index(git, "index", hash, folder, found);
        }
        return found;
    }

    /** The folder of a repository that a {@code .git} is or names; null if there is none. */
    private static @Nullable Path repository(Path git) throws IOException {
        if (!Files.isRegularFile(git)) {
            return Files.isDirectory(git) ? git : null;
        }
        var named = text(git);
        try {
            return named.startsWith("gitdir:")
                    ? git.resolveSibling(named.substring(7).strip()).normalize()
                    : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static void index(Path git, String name, int hash, Path folder, Set<Path> found) throws IOException {
        var index = ByteBuffer.wrap(RegularFile.read(git.resolve(name).toRealPath(), LARGEST_INDEX));
        try {
            if (index.getInt() != 0x44495243) { // DIRC
                return;
            }
            int version = index.getInt();
            int entries = index.getInt();
            var path = new byte[0];
            for (int i = 0; i < entries; i++) {
                int start = index.position();
                int mode = index.getInt(start + MODE);
                int flags = index.getShort(start + STAT + hash);
                index.position(start + STAT + hash + ((flags & 0x4000) != 0 ? 4 : 2));
                int kept = version == 4 ? path.length - variable(index) : 0;
                path = path(path, kept, index);
                if (version != 4) {
                    index.position(start + (index.position() - 1 - start) / 8 * 8 + 8);
                }
                if ((mode & KIND) == GITLINK) {
                    add(new String(path, StandardCharsets.UTF_8), folder, found);
                }
            }
            shared(index, git, hash, folder, found);
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return; // What was read so far counts; git refuses such an index.
        }
    }

    /** An index may stand in two files. */
    private static void shared(ByteBuffer index, Path git, int hash, Path folder, Set<Path> found) throws IOException {
        while (index.remaining() > hash + 8) {
            int kind = index.getInt();
            int length = index.getInt();
            if (kind == 0x6c696e6b) { // link
                var name = new byte[hash];
                index.get(index.position(), name);
                var other = "sharedindex." + HexFormat.of().formatHex(name);
                if (Files.isRegularFile(git.resolve(other))) {
                    index(git, other, hash, folder, found);
                }
            }
            index.position(index.position() + length);
        }
    }

    /** How many bytes at the end of the path before are not in the next one. */
    private static int variable(ByteBuffer index) {
        int part = index.get();
        int value = part & 0x7f;
        while ((part & 0x80) != 0) {
            part = index.get();
            value = ((value + 1) << 7) | (part & 0x7f);
        }
        return value;
    }

    private static byte[] path(byte[] before, int kept, ByteBuffer index) {
        int end = index.position();
        while (index.get(end) != 0) {
            end++;
        }
        var path = Arrays.copyOf(before, kept + end - index.position());
        index.get(path, kept, end - index.position());
        index.get();
        return path;
    }

    private static void add(String name, Path folder, Set<Path> found) {
        try {
            var path = folder.resolve(name).normalize();
            if (path.startsWith(folder) && !path.equals(folder)) {
                found.add(path);
            }
        } catch (InvalidPathException e) {
            // No folder of this system has such a name.
        }
    }

    /** Whether git runs nothing and reads no other configuration by a {@code .git}, so that a command may have made it. */
    static boolean isHarmless(Path dotGit) {
        try {
            if (Files.isSymbolicLink(dotGit)) {
                return false;
            }
            var git = repository(dotGit);
            if (git == null) {
                return true;
            }
            for (var name : new String[] {"config.worktree", "commondir"}) {
                if (Files.exists(git.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                    return false;
                }
            }
            return GitSettings.unknown(WORKTREE.matcher(text(git.resolve("config")))
                                    .replaceAll(""))
                            == null
                    && hasNoHooks(git.resolve("hooks"));
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean hasNoHooks(Path hooks) throws IOException {
        if (!Files.exists(hooks, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        try (var files = Files.list(hooks)) {
            return files.allMatch(file -> file.toString().endsWith(".sample"));
        }
    }

    private static String text(Path file) throws IOException {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                ? new String(RegularFile.read(file, LARGEST_CONFIG), StandardCharsets.ISO_8859_1)
                : "";
    }
}
