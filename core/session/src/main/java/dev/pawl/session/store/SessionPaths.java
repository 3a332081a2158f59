package dev.pawl.session.store;

import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The location of sessions: in one folder for each project below the agent's, or all together in a configured folder.
 */
public final class SessionPaths {
    /** The environment variable that names a folder of choice. */
    public static final String VARIABLE = "PI_CODING_AGENT_SESSION_DIR";

    public static final String SUFFIX = ".jsonl";

    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private final Path root;
    private final boolean flat;

    private SessionPaths(Path root, boolean flat) {
        this.root = root.toAbsolutePath().normalize();
        this.flat = flat;
    }

    /** Returns the usual place: {@code sessions/--<cwd>--/} below the agent's folder. */
    public static SessionPaths below(Path agentDir) {
        return new SessionPaths(agentDir.resolve("sessions"), false);
    }

    /** Returns a configured folder, which contains the sessions of all projects. */
    public static SessionPaths in(Path folder) {
        return new SessionPaths(folder, true);
    }

    /**
     * Returns the place that was asked for: by the flag, else by the environment, else by the setting, else the usual one. A
     * leading {@code ~} is the home folder; an empty text counts as none.
     */
    public static SessionPaths choose(
            Path agentDir,
            Path home,
            @Nullable String flag,
            Map<String, String> environment,
            @Nullable String setting) {
        for (var choice : new @Nullable String[] {flag, environment.get(VARIABLE), setting}) {
            if (choice != null && !choice.isBlank()) {
                return in(expand(choice, home));
            }
        }
        return below(agentDir);
    }

    /** Returns whether the sessions of all projects are in one folder, so that only their headers distinguish them. */
    public boolean flat() {
        return flat;
    }

    /** Returns the folder above everything. */
    public Path root() {
        return root;
    }

    /** Returns the folder for the sessions of a project; it need not exist. */
    public Path folder(Path cwd) {
        return flat ? root : root.resolve(folderName(absolute(cwd)));
    }

    /** Returns the file for a new session. */
    public Path file(Path cwd, Instant created, String sessionId) {
        return folder(cwd).resolve(fileName(created, sessionId));
    }

    static String folderName(String cwd) {
        var rest = cwd.startsWith("/") || cwd.startsWith("\\") ? cwd.substring(1) : cwd;
        return "--" + rest.replace('/', '-').replace('\\', '-').replace(':', '-') + "--";
    }

    static String fileName(Instant created, String sessionId) {
        return MILLIS.format(created).replace(':', '-').replace('.', '-') + "_" + sessionId + SUFFIX;
    }

    /** Returns the form in which headers name a project. */
    public static String absolute(Path cwd) {
        return cwd.toAbsolutePath().normalize().toString();
    }

    private static Path expand(String folder, Path home) {
        if (folder.equals("~")) {
            return home;
        }
        return folder.startsWith("~/") || folder.startsWith("~\\")
                ? home.resolve(folder.substring(2))
                : Path.of(folder);
    }
}
