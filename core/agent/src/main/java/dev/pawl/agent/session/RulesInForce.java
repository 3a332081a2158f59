package dev.pawl.agent.session;

import dev.pawl.agent.setup.RuleSources;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.session.SessionView;
import dev.pawl.base.Sha256;
import dev.pawl.config.settings.Settings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Identifies what decides about tool calls: the SHA-256 of the settings, of all sources of rules and of the files of all
 * hooks, with the permission mode of the session.
 *
 * <p>Files are read once, when the first call is made or looked up: what decides changes only with a reload.
 */
final class RulesInForce implements Supplier<String> {
    /** More than any hook; a sparse file may claim to have terabytes. */
    private static final long LARGEST = 64L << 20;

    /** Folders that are not part of a hook: its dependencies, and the history of its repository. */
    private static final Set<String> NOT_OF_HOOKS = Set.of("node_modules", ".git");

    private final SessionView session;
    private final Settings settings;
    private final RuleSources sources;
    private final List<String> hooks;
    private @Nullable String files;

    /** @param hooks the paths of the hooks; those of the program itself are no files */
    RulesInForce(SessionView session, Settings settings, RuleSources sources, List<String> hooks) {
        this.session = session;
        this.settings = settings;
        this.sources = sources;
        this.hooks = List.copyOf(hooks);
    }

    @Override
    public String get() {
        var mode = session.lastCustom(OpenSession.PERMISSION_MODE);
        return mode == null ? files() : files() + " " + mode.data();
    }

    private synchronized String files() {
        var known = files;
        if (known == null) {
            var digest = Sha256.begin();
            add(digest, settings.json().toString());
            sources.texts().forEach(text -> add(digest, text));
            sources.files().forEach(file -> add(digest, file));
            hooks.forEach(hook -> addHook(digest, hook));
            known = HexFormat.of().formatHex(digest.digest());
            files = known;
        }
        return known;
    }

    private static void addHook(MessageDigest digest, String hook) {
        add(digest, hook);
        add(digest, whole(Path.of(hook)));
    }

    /** An index stands for its folder, and so does a file beside the description of a package. */
    private static Path whole(Path hook) {
        var folder = hook.getParent();
        var name = String.valueOf(hook.getFileName());
        return folder != null && (name.startsWith("index.") || Files.exists(folder.resolve("package.json")))
                ? folder
                : hook;
    }

    private static void add(MessageDigest digest, Path path) {
        var contents = new TreeMap<String, String>();
        try {
            Files.walkFileTree(
                    path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                            return !folder.equals(path) && NOT_OF_HOOKS.contains(String.valueOf(folder.getFileName()))
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                            contents.put(file.toString(), content(file, attributes));
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException e) {
                            contents.put(file.toString(), "not there, or unreadable");
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            contents.put(path.toString(), "unreadable");
        }
        contents.forEach((file, content) -> {
            add(digest, file);
            add(digest, content);
        });
    }

    private static String content(Path file, BasicFileAttributes attributes) {
        try {
            return !attributes.isRegularFile()
                    ? "no regular file"
                    : attributes.size() <= LARGEST
                            ? Sha256.hex(file)
                            : attributes.size() + " bytes, changed " + attributes.lastModifiedTime();
        } catch (IOException e) {
            return "unreadable";
        }
    }

    /** Adds a text with its length, so that no two lists of texts are the same to the digest. */
    private static void add(MessageDigest digest, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
    }
}
