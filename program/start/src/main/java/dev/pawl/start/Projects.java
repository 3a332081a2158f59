package dev.pawl.start;

import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.Problem;
import dev.pawl.config.trust.ContentChange;
import dev.pawl.config.trust.Trust;
import dev.pawl.config.trust.TrustDecision;
import dev.pawl.config.trust.TrustedContent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Decides how projects are used: whether they are trusted, as they are now, and with which settings. */
final class Projects {
    private static final String USE = "Use it as it is now";
    private static final String LEAVE = "Leave out what the project brings, for now";

    private final CommandLine line;
    private final Places places;
    private final Mode mode;
    private final Ui ui;
    private final NoticePrinter notices;
    private final HookLoading hooks;
    private final SettingsStore user;
    private final Map<Path, SettingsStore> stores = new ConcurrentHashMap<>();

    /** The decisions of this run. A yes covers what was there at that time, and nothing newer. */
    private final Map<Path, Decided> decisions = new ConcurrentHashMap<>();

    private volatile Settings settings;
    private volatile List<Notice> leftOut = List.of();

    /** @param brought the files and folders that were there to be decided about */
    private record Decided(boolean trusted, boolean loads, Set<Path> brought) {
        /** Returns whether it holds for what is there now. */
        boolean covers(Set<Path> now) {
            return !trusted || brought.containsAll(now);
        }
    }

    /** @param user the settings of the user, which have been read */
    Projects(
            CommandLine line,
            Places places,
            Mode mode,
            Ui ui,
            NoticePrinter notices,
            HookLoading hooks,
            SettingsStore user) {
        this.line = line;
        this.places = places;
        this.mode = mode;
        this.ui = ui;
        this.notices = notices;
        this.hooks = hooks;
        this.user = user;
        this.settings = known(user.current());
    }

    /** Returns the settings of the folder that was last looked at. */
    Settings settings() {
        return settings;
    }

    /** Returns a sentence about what the project that was last looked at contains and is not loaded. */
    List<Notice> leftOut() {
        return leftOut;
    }

    Folders folders(Path cwd) {
        return places.folders().at(cwd);
    }

    /** Keeps a decision of the user while the program runs; it holds when the hooks of the project are loaded next. */
    void trust(Path cwd, boolean decided) {
        var trust = new Trust(folders(cwd));
        decisions.put(cwd, new Decided(decided, decided, trust.inventory()));
        if (decided) {
            approve(trust, trust.content());
            hooks.reviewed();
        }
    }

    /** Looks at a project, and asks the user about it if need be. */
    Project at(Path cwd) throws InterruptedException {
        var folders = folders(cwd);
        var trust = new Trust(folders);
        var store = stores.computeIfAbsent(folders.cwd(), _ -> user.at(folders));
        var ofUser = known(store.read(false));
        var brought = trust.inventory();
        var decided = decisions.get(cwd);
        boolean approves = false;
        if (decided == null || !decided.covers(brought)) {
            var decision = trust.decide(
                    line.approved(),
                    ofUser.get(Keys.DEFAULT_PROJECT_TRUST),
                    new Deciders(
                            cwd,
                            brought,
                            mode,
                            ui,
                            hooks.timeouts(ofUser),
                            _ -> hooks.ofUser(folders, ofUser),
                            notices::report));
            decision.problems().forEach(this::report);
            decided = new Decided(decision.trusted(), decision.loads(), brought);
            decisions.put(cwd, decided);
            approves = decision.loads() && decision.by() != TrustDecision.By.KEPT_DECISION;
        }
        // Looked at once: what is loaded then stands on what was compared, and nothing can come in between.
        var content = decided.loads() ? trust.content() : null;
        if (content != null && approves) {
            approve(trust, content);
        }
        if (content != null && !isReviewed(trust, content)) {
            decided = new Decided(false, false, brought);
            decisions.put(cwd, decided);
            content = null;
        }
        leftOut = content == null && !brought.isEmpty()
                ? List.of(Notice.of(Deciders.brings(cwd, brought)
                        + ", which is left out because the project is not trusted; look at it with"
                        + " pawl trust show, then use /trust."))
                : List.of();
        hooks.standOn(content == null ? null : new TrustedFiles(folders, content));
        settings = known(store.trust(decided.loads()));
        return new Project(
                folders, settings, decided.trusted(), decided.loads(), content == null ? "" : content.digest());
    }

    /** Reports what is wrong with settings; refuses those of which a file is not known, for it may hold what forbids. */
    private Settings known(Settings read) {
        var unreadable = read.unreadable();
        if (!unreadable.isEmpty()) {
            throw Refusal.because("nothing was started: "
                    + unreadable.stream()
                            .map(problem -> places.shown(problem.where()) + " " + problem.message())
                            .collect(Collectors.joining(" ")));
        }
        read.problems().forEach(this::report);
        return read;
    }

    private void report(Problem problem) {
        notices.report(new Notice(problem.where(), problem.message(), problem.error()));
    }

    /** Keeps the content of a project as reviewed. */
    private void approve(Trust trust, TrustedContent content) {
        try {
            trust.approve(content);
            if (mode == Mode.TUI && !content.beyond().isEmpty()) {
                ui.notify("Trust covers " + content.set().size() + " files. Its hooks run programs besides, whose own"
                        + " files are not covered: " + String.join(", ", content.beyond()));
            }
        } catch (IOException e) {
            notices.report(new Notice("", String.valueOf(e.getMessage()), true));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns whether all content is as it was trusted, or the user agrees to it now. Where there is no user, the program
     * does not go on: without a changed hook a gate could be missing.
     */
    private boolean isReviewed(Trust trust, TrustedContent content) throws InterruptedException {
        List<ContentChange> changes;
        try {
            changes = trust.changes(content);
        } catch (IOException e) {
            throw Refusal.changed("nothing was asked, because it is not known what was trusted: " + e.getMessage());
        }
        if (changes.isEmpty()) {
            return true;
        }
        var list = changes.stream().map(ContentChange::sentence).collect(Collectors.joining(", "));
        if (mode != Mode.TUI) {
            throw Refusal.changed("nothing was asked, because this project was changed since you trusted it: " + list
                    + ". Look at it with pawl trust show, then run pawl trust approve, or run with --approve.");
        }
        for (var change : changes) {
            ui.notify(change.sentence() + ":\n" + change.difference(), Severity.WARNING);
        }
        var answer = ui.select(
                "This project was changed since you trusted it: " + list + ". It can run code on your machine.",
                List.of(USE, LEAVE),
                DialogOptions.preselected(LEAVE));
        if (answer.isEmpty() || !answer.get().equals(USE)) {
            return false;
        }
        approve(trust, content);
        return true;
    }
}
