package dev.pawl.app.interactive;

import dev.pawl.api.ui.DialogOptions;
import dev.pawl.session.SessionList;
import dev.pawl.session.SessionSummary;
import dev.pawl.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lets the person choose a session: searched by name and by what was said in it, renamed, deleted. */
final class SessionPicker {
    private final Face face;
    private final Menus menus;
    private final Sessions sessions;
    private final SessionList list;
    private final Path cwd;
    private boolean everywhere;
    private boolean onlyNamed;

    SessionPicker(Face face, Menus menus, Sessions sessions, SessionList list, Path cwd) {
        this.face = face;
        this.menus = menus;
        this.sessions = sessions;
        this.list = list;
        this.cwd = cwd;
    }

    /** What the person did with the session under the cursor. */
    private record Act(Kind kind, @Nullable SessionSummary session) {}

    private enum Kind {
        OPEN,
        RENAME,
        DELETE,
        EVERYWHERE,
        NAMED
    }

    /** The file of the chosen one; null if none was. */
    @Nullable
    Path pick(@Nullable Path current) throws InterruptedException {
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
        var keys = face.look.keys;
        return menus.open(
                everywhere ? "Sessions of all projects" : "Sessions of this project",
                "",
                menus.hints("tab " + (everywhere ? "only this project" : "all projects") + " · "
                        + keys.text("app.session.toggleNamedFilter") + " named only · "
                        + keys.text("app.session.rename") + " rename · " + keys.text("app.session.delete")
                        + " delete"),
                done -> new Picker<SessionSummary>(
                                face.look,
                                listed,
                                menus.visible(),
                                one -> line(one, now),
                                one -> done.accept(one == null ? null : new Act(Kind.OPEN, one)))
                        .searching(SessionList::search)
                        .select(find(listed, last))
                        .keys((data, one) -> {
                            var kind = kind(data);
                            if (kind == null) {
                                return false;
                            }
                            done.accept(new Act(kind, one));
                            return true;
                        }));
    }

    private @Nullable Kind kind(String data) {
        var keys = face.look.keys;
        if (keys.matches(data, "tui.input.tab")) {
            return Kind.EVERYWHERE;
        }
        if (keys.matches(data, "app.session.toggleNamedFilter")) {
            return Kind.NAMED;
        }
        if (keys.matches(data, "app.session.rename")) {
            return Kind.RENAME;
        }
        return keys.matches(data, "app.session.delete") ? Kind.DELETE : null;
    }

    private static @Nullable SessionSummary find(List<SessionSummary> sessions, @Nullable SessionSummary last) {
        for (var one : sessions) {
            if (last != null && one.path().equals(last.path())) {
                return one;
            }
        }
        return null;
    }

    private Picker.Line line(SessionSummary one, Instant now) {
        var name = one.name();
        return new Picker.Line(
                name == null ? one.firstMessage() : name,
                (everywhere ? face.look.path(one.cwd()) + "  " : "") + one.messageCount() + "  "
                        + Figures.ago(one.modified(), now));
    }

    private void rename(SessionSummary session) throws InterruptedException {
        var name = session.name();
        var answer = face.questions.input("Name of the session", "", "", name == null ? "" : name, DialogOptions.NONE);
        if (answer.isPresent()) {
            try (var open = sessions.open(session.path(), Path.of(session.cwd()))) {
                open.rename(answer.get());
            } catch (IOException | RuntimeException e) {
                face.tell("", "The session could not be renamed: " + e.getMessage(), false);
            }
        }
    }

    private boolean delete(SessionSummary session, @Nullable Path current) throws InterruptedException {
        if (session.path().equals(current)) {
            face.tell("", "This is the session you are in; it is not deleted.", false);
            return false;
        }
        if (!face.questions.confirm(
                "Delete this session?",
                line(session, Instant.now()).text() + "\n" + face.look.path(session.path()),
                DialogOptions.NONE)) {
            return false;
        }
        try {
            return Files.deleteIfExists(session.path());
        } catch (IOException e) {
            face.tell("", "The session could not be deleted: " + e.getMessage(), true);
            return false;
        }
    }
}
