package dev.pawl.policy.sandbox;

import java.nio.file.Path;
import java.util.List;

/** Writes the profile for sandbox-exec on macOS. The last rule that matches a file applies. */
final class Seatbelt {
    private final StringBuilder profile = new StringBuilder("(version 1)\n(allow default)\n(deny file-write*)\n");

    private Seatbelt() {}

    /**
     * The profile for one command.
     *
     * @param empty folders that cannot be read, but for what is readable or writable in them
     * @param readable what can be read in them
     * @param writable what can be written
     * @param fixed what cannot be written inside of writable folders
     * @param hidden what cannot be read at all
     */
    static String profile(
            boolean network,
            List<Path> empty,
            List<Path> readable,
            List<Path> writable,
            List<Path> fixed,
            List<Path> hidden) {
        var made = new Seatbelt();
        if (!network) {
            made.profile.append("(deny network*)\n");
        }
        empty.forEach(folder -> made.rule("deny file-read*", folder));
        readable.forEach(folder -> made.rule("allow file-read*", folder));
        writable.forEach(folder -> made.rule("allow file-read* file-write*", folder));
        List.of("/dev", "/private/tmp").forEach(folder -> made.rule("allow file-write*", Path.of(folder)));
        fixed.forEach(file -> made.rule("deny file-write*", file));
        hidden.forEach(file -> made.rule("deny file-read* file-write*", file));
        return made.profile.toString();
    }

    private void rule(String what, Path path) {
        profile.append('(')
                .append(what)
                .append(" (subpath ")
                .append(quoted(path))
                .append("))\n");
    }

    private static String quoted(Path path) {
        return "\"" + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
