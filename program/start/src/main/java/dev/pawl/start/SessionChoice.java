package dev.pawl.start;

import dev.pawl.base.RegularFile;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.session.Session;
import dev.pawl.session.Sessions;
import dev.pawl.session.list.SessionList;
import dev.pawl.session.list.SessionSummary;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The session that the command line asks for: a new one, the last one, one by name, or a copy of one. */
public final class SessionChoice {
    private final CommandLine line;
    private final Places places;
    private final SessionPaths paths;
    private final Sessions sessions;
    private final NoticePrinter notices;
    private final @Nullable Picker picker;

    /** Lets a user choose from a list; null if they choose nothing. */
    @FunctionalInterface
    public interface Picker {
        @Nullable
        Path pick(SessionList list) throws InterruptedException;
    }

    /** @param picker null where no user can be asked */
    SessionChoice(
            CommandLine line,
            Places places,
            SessionPaths paths,
            Sessions sessions,
            NoticePrinter notices,
            @Nullable Picker picker) {
        this.line = line;
        this.places = places;
        this.paths = paths;
        this.sessions = sessions;
        this.notices = notices;
        this.picker = picker;
    }

    public Session open() throws IOException, InterruptedException {
        var session = chosen();
        if (!Files.isDirectory(session.cwd())) {
            session.close();
            throw Refusal.because("the session " + session.file() + " belongs to the folder " + session.cwd()
                    + ", which is not there any more. Make a copy of it for this folder: --fork " + session.id());
        }
        var name = line.value(Option.NAME);
        if (name != null) {
            session.rename(name);
        }
        if (!line.has(Option.NO_SESSION)) {
            SharedSessions.report(paths.root(), cache(), notices);
        }
        return session;
    }

    private Session chosen() throws IOException, InterruptedException {
        var cwd = places.cwd();
        if (line.has(Option.NO_SESSION)) {
            return sessions.inMemory(cwd);
        }
        if (line.has(Option.RESUME)) {
            return picked();
        }
        var named = line.value(Option.SESSION);
        if (named != null) {
            return sessions.open(toOpen(named), cwd);
        }
        var source = line.value(Option.FORK);
        var id = line.value(Option.SESSION_ID);
        if (source != null) {
            return id == null ? sessions.forkAll(toCopy(source), cwd) : copy(source, id);
        }
        if (id != null) {
            return withId(id);
        }
        var latest = line.has(Option.CONTINUE) ? list().latest(cwd) : null;
        return latest == null ? sessions.begin(cwd, null) : sessions.open(latest, cwd);
    }

    private Session copy(String source, String id) throws IOException, InterruptedException {
        for (var one : ofProject()) {
            if (one.id().equals(id)) {
                throw Refusal.because("there is a session " + id + " of this project already: " + one.path());
            }
        }
        try {
            return sessions.forkAll(toCopy(source), places.cwd(), id);
        } catch (IllegalArgumentException e) {
            throw Refusal.ofArguments(String.valueOf(e.getMessage()));
        }
    }

    private Session picked() throws IOException, InterruptedException {
        if (picker == null) {
            throw Refusal.ofArguments("--resume offers sessions on a screen, and there is none. Go on with the last"
                    + " one (--continue), or name one (--session).");
        }
        var file = picker.pick(list());
        if (file == null) {
            throw Refusal.because("no session was chosen");
        }
        return sessions.open(file, places.cwd());
    }

    private Session withId(String id) throws IOException, InterruptedException {
        for (var one : ofProject()) {
            if (one.id().equals(id)) {
                return sessions.open(one.path(), places.cwd());
            }
        }
        Session fresh;
        try {
            fresh = sessions.begin(places.cwd(), null, id);
        } catch (IllegalArgumentException e) {
            throw Refusal.ofArguments(String.valueOf(e.getMessage()));
        }
        notices.report(Notice.of("There is no session " + id + " of this project yet; it begins now."));
        return fresh;
    }

    /** A file that is named as one need not exist; an id is that of a session of this project. */
    private Path toOpen(String named) throws InterruptedException {
        if (isPath(named)) {
            return path(named);
        }
        var own = matching(ofProject(), named);
        if (own != null) {
            return own.path();
        }
        var foreign = ofAnyProject(named);
        throw Refusal.because("session " + foreign.id() + " belongs to another project, " + foreign.cwd()
                + ". Go there, or make a copy of it for this one: --fork " + named);
    }

    /** The file of a session that is named by its path or the beginning of its id, of whatever project. */
    public Path file(String named) throws InterruptedException {
        return toCopy(named);
    }

    private Path toCopy(String named) throws InterruptedException {
        if (!isPath(named)) {
            var own = matching(ofProject(), named);
            return own == null ? ofAnyProject(named).path() : own.path();
        }
        var file = path(named);
        if (!Files.exists(file)) {
            throw Refusal.because("there is no session file " + file);
        }
        return file;
    }

    private SessionSummary ofAnyProject(String beginning) throws InterruptedException {
        var found = matching(list().all(SessionList.Progress.NONE), beginning);
        if (found == null) {
            throw Refusal.because("no session of this project, or of any other, has an id that begins with \""
                    + beginning + "\". A file is named by its path, which ends in .jsonl.");
        }
        return found;
    }

    private List<SessionSummary> ofProject() throws InterruptedException {
        return list().project(places.cwd(), SessionList.Progress.NONE);
    }

    private static @Nullable SessionSummary matching(List<SessionSummary> all, String beginning) {
        SessionSummary found = null;
        int others = 0;
        for (var one : all) {
            if (one.id().equals(beginning)) {
                return one;
            }
            if (one.id().startsWith(beginning)) {
                others += found == null ? 0 : 1;
                found = found == null ? one : found;
            }
        }
        if (found != null && others > 0) {
            throw Refusal.because((others + 1) + " sessions have an id that begins with \"" + beginning + "\", one of"
                    + " them is " + found.id() + ". Give more of it.");
        }
        return found;
    }

    private SessionList list() {
        return new SessionList(paths, cache());
    }

    private Path cache() {
        return places.agentDir().resolve("cache").resolve("pawl-sessions");
    }

    private static boolean isPath(String named) {
        return named.endsWith(".jsonl") || named.indexOf('/') >= 0;
    }

    private Path path(String named) {
        var expanded = places.folders().find(places.cwd(), named);
        if (expanded == null) {
            throw Refusal.ofArguments("\"" + named + "\" cannot be the path of a session file");
        }
        return expanded;
    }

    /** Reports, once for each folder, that other users of the machine can read the sessions in it. */
    private static final class SharedSessions {
        private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
                PosixFilePermission.GROUP_READ,
                PosixFilePermission.GROUP_EXECUTE,
                PosixFilePermission.OTHERS_READ,
                PosixFilePermission.OTHERS_EXECUTE);

        private static final int LARGEST = 8 << 20;

        private SharedSessions() {}

        /** The folder stays as it is: its modes are the user's choice. */
        static void report(Path folder, Path cache, NoticePrinter notices) {
            var marks = cache.resolve("shared-sessions");
            try {
                var reported =
                        Files.exists(marks) ? new String(RegularFile.read(marks, LARGEST), StandardCharsets.UTF_8) : "";
                if (reported.lines().anyMatch(folder.toString()::equals) || !isShared(folder)) {
                    return;
                }
                notices.report(Notice.of("Other users of this machine can read the sessions in " + folder
                        + ". To keep them to yourself: chmod -R go= " + folder));
                Files.createDirectories(cache);
                Files.writeString(marks, reported + folder + "\n");
            } catch (IOException | UnsupportedOperationException e) {
                // No modes, or no place to remember it: then it is reported again.
            }
        }

        /** Returns whether others can enter the folder and all folders above it. */
        private static boolean isShared(Path folder) throws IOException {
            if (!Files.isDirectory(folder)) {
                return false;
            }
            for (var path = folder.toRealPath(); path != null; path = path.getParent()) {
                if (Files.getPosixFilePermissions(path).stream().noneMatch(OF_OTHERS::contains)) {
                    return false;
                }
            }
            return true;
        }
    }
}
