package dev.pawl.screen.picker;

import dev.pawl.api.ui.DialogOptions;
import dev.pawl.base.Programs;
import dev.pawl.screen.dialog.Picker;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.look.SessionListAction;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.session.Sessions;
import dev.pawl.session.list.SessionList;
import dev.pawl.session.list.SessionSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Lets the user choose a session: searched by name and by its messages, sorted, renamed, deleted. */
public final class SessionPicker {
    private static final int LONGEST_PATH = 30;

    private final AgentScreen screen;
    private final Sessions sessions;
    private final SessionList list;
    private final Path cwd;
    private boolean everywhere;
    private boolean onlyNamed;
    private boolean paths;
    private SessionOrder order = SessionOrder.THREADS;
    private String query = "";

    public SessionPicker(AgentScreen screen, Sessions sessions, SessionList list, Path cwd) {
        this.screen = screen;
        this.sessions = sessions;
        this.list = list;
        this.cwd = cwd;
    }

    /** Lets the user choose a session before one has begun; null if none was chosen. Not on the screen's thread. */
    public static @Nullable Path first(AgentScreen screen, Sessions sessions, SessionList list)
            throws InterruptedException {
        return new SessionPicker(screen, sessions, list, screen.folders.cwd()).pick(null);
    }

    /** The action of the user on the session under the cursor. */
    private record Act(Kind kind, @Nullable SessionSummary session) {}

    private enum Kind {
        OPEN,
        RENAME,
        DELETE,
        EVERYWHERE,
        NAMED,
        PATHS,
        SORT
    }

    /** The file of the chosen one; null if none was. */
    @Nullable
    public Path pick(@Nullable Path current) throws InterruptedException {
        SessionSummary last = null;
        while (true) {
            var act = ask(listed(), last).orElse(null);
            if (act == null) {
                return null;
            }
            last = act.session();
            switch (act.kind()) {
                case EVERYWHERE -> everywhere = !everywhere;
                case NAMED -> onlyNamed = !onlyNamed;
                case PATHS -> paths = !paths;
                case SORT -> order = order.next();
                case RENAME -> {
                    if (last != null) {
                        rename(last);
                    }
                }
                case DELETE -> {
                    if (last != null && delete(last, current)) {
                        last = null;
                    }
                }
                case OPEN -> {
                    return last == null ? null : last.path();
                }
            }
        }
    }

    private List<SessionSummary> listed() throws InterruptedException {
        var all = everywhere ? list.all(SessionList.Progress.NONE) : list.project(cwd, SessionList.Progress.NONE);
        return onlyNamed ? all.stream().filter(one -> one.name() != null).toList() : all;
    }

    private Optional<Act> ask(List<SessionSummary> listed, @Nullable SessionSummary last) throws InterruptedException {
        var now = Instant.now();
        var keys = screen.look.keys;
        var placed = order.place(listed);
        var shown = placed.stream().map(SessionOrder.Placed::session).toList();
        var depths = new HashMap<Path, Integer>();
        placed.forEach(one -> depths.put(one.session().path(), one.depth()));
        return screen.menus.open(
                everywhere ? "Sessions of all projects" : "Sessions of this project",
                order.words() + (onlyNamed ? ", only those with a name" : ""),
                screen.menus.hints(Hints.of(
                        "tab " + (everywhere ? "only this project" : "all projects"),
                        keys.text(SessionListAction.TOGGLE_SORT.id()) + " sort",
                        keys.text(SessionListAction.TOGGLE_NAMED_FILTER.id())
                                + (onlyNamed ? " all names" : " named only"),
                        keys.text(SessionListAction.TOGGLE_PATH.id()) + (paths ? " no files" : " files"),
                        keys.text(SessionListAction.RENAME.id()) + " rename",
                        keys.text(SessionListAction.DELETE.id()) + " delete")),
                done -> {
                    var picker = new Picker<SessionSummary>(
                            screen.look,
                            shown,
                            screen.menus.visible() - 1,
                            one -> line(one, depths, now),
                            one -> done.accept(one == null ? null : new Act(Kind.OPEN, one)));
                    return picker.searching((all, words) -> order.found(all, SessionList.search(all, words)))
                            .query(query)
                            .select(find(shown, last))
                            .keys((data, one) -> {
                                query = picker.query();
                                var kind = kind(data);
                                if (kind == null) {
                                    return false;
                                }
                                done.accept(new Act(kind, one));
                                return true;
                            });
                });
    }

    private @Nullable Kind kind(String data) {
        var keys = screen.look.keys;
        if (keys.matches(data, "tui.input.tab")) {
            return Kind.EVERYWHERE;
        }
        for (var action : SessionListAction.values()) {
            var kind = keys.matches(data, action.id()) ? kind(action) : null;
            if (kind != null) {
                return kind;
            }
        }
        return null;
    }

    private @Nullable Kind kind(SessionListAction action) {
        return switch (action) {
            case TOGGLE_NAMED_FILTER -> Kind.NAMED;
            case TOGGLE_SORT -> Kind.SORT;
            case TOGGLE_PATH -> Kind.PATHS;
            case RENAME -> Kind.RENAME;
            case DELETE -> Kind.DELETE;
            case DELETE_NONINVASIVE -> query.isEmpty() ? Kind.DELETE : null;
        };
    }

    private static @Nullable SessionSummary find(List<SessionSummary> sessions, @Nullable SessionSummary last) {
        for (var one : sessions) {
            if (last != null && one.path().equals(last.path())) {
                return one;
            }
        }
        return null;
    }

    private Picker.Line line(SessionSummary one, Map<Path, Integer> depths, Instant now) {
        int depth = query.isEmpty() ? depths.getOrDefault(one.path(), 0) : 0;
        var where =
                paths ? end(screen.look.path(one.path())) + "  " : everywhere ? screen.look.path(one.cwd()) + "  " : "";
        return new Picker.Line(
                (depth == 0 ? "" : "  ".repeat(Math.min(depth, 10) - 1) + "└ ") + title(one),
                where + one.messageCount() + "  " + Figures.ago(one.modified(), now));
    }

    /** The end of a path is more specific than its beginning. */
    private static String end(String path) {
        return path.length() <= LONGEST_PATH ? path : "…" + path.substring(path.length() - LONGEST_PATH);
    }

    private static String title(SessionSummary one) {
        var name = one.name();
        return name == null ? one.firstMessage() : name;
    }

    private void rename(SessionSummary session) throws InterruptedException {
        var name = session.name();
        var answer = screen.questions.input(
                "Name of the session",
                title(session) + "\nNothing takes the name away.",
                "",
                name == null ? "" : name,
                DialogOptions.NONE);
        if (answer.isPresent()) {
            try (var open = sessions.open(session.path(), Path.of(session.cwd()))) {
                open.rename(answer.get());
            } catch (IOException | RuntimeException e) {
                screen.report("", "The session could not be renamed: " + e.getMessage(), false);
            }
        }
    }

    private boolean delete(SessionSummary session, @Nullable Path current) throws InterruptedException {
        if (session.path().equals(current)) {
            screen.report("", "This is the session you are in; it is not deleted.", false);
            return false;
        }
        var trash = Programs.find("trash", screen.environment);
        if (!screen.questions.confirm(
                trash == null ? "Delete this session for good?" : "Put this session into the trash?",
                title(session) + "\n" + screen.look.path(session.path()),
                DialogOptions.NONE)) {
            return false;
        }
        try {
            return (trash != null && throwAway(trash, session.path())) || Files.deleteIfExists(session.path());
        } catch (IOException e) {
            screen.report("", "The session could not be deleted: " + e.getMessage(), true);
            return false;
        }
    }

    private static boolean throwAway(Path trash, Path file) throws IOException, InterruptedException {
        var process = Programs.away(
                        List.of(trash.toString(), file.toAbsolutePath().toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
