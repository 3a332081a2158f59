package dev.pawl.policy.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** All of a folder as text, to be compared: types, permissions, links and bytes. */
final class TreeText {
    private TreeText() {}

    static String of(Path root) throws IOException {
        var text = new StringBuilder();
        lines(root)
                .forEach((path, line) ->
                        text.append(path).append(": ").append(line).append('\n'));
        return text.toString();
    }

    /** The same by path. */
    static Map<String, String> lines(Path root) throws IOException {
        var lines = new TreeMap<String, String>();
        try (var all = Files.walk(root)) {
            for (var path : all.toList()) {
                if (path.equals(root)) {
                    continue;
                }
                int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
                var content = Files.isSymbolicLink(path)
                        ? "-> " + Files.readSymbolicLink(path)
                        : Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                                ? HexFormat.of().formatHex(Files.readAllBytes(path))
                                : "";
                lines.put(
                        root.relativize(path).toString(),
                        (Files.isSymbolicLink(path) ? "link" : Integer.toOctalString(mode)) + " " + content);
            }
        }
        return lines;
    }
}
