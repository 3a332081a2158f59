package dev.pawl.fleet;

import dev.pawl.base.RegularFile;
import dev.pawl.base.Sha256;
import dev.pawl.hooks.registry.InstalledHook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Identifies the hooks a session runs with, by their names and contents, so that it is the same on every machine. */
final class HookDigest {
    private static final int MOST_FILES = 2_000;

    private HookDigest() {}

    static String of(List<InstalledHook> hooks) {
        var names = new TreeMap<String, String>();
        for (var hook : hooks) {
            var path = Path.of(hook.path());
            var name = path.getFileName() == null
                    ? hook.path()
                    : path.getFileName().toString();
            names.merge(name, content(path), (one, other) -> one + "," + other);
        }
        var digest = Sha256.begin();
        names.forEach((name, content) -> digest.update((name + "=" + content + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }

    /** A hook that is not a file, such as a bundled one, is known by its name alone. */
    private static String content(Path path) {
        var digest = Sha256.begin();
        try (Stream<Path> files = Files.walk(path)) {
            for (var file : files.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .limit(MOST_FILES)
                    .toList()) {
                digest.update(path.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                digest.update(RegularFile.read(file, Integer.MAX_VALUE));
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            return "";
        }
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }
}
