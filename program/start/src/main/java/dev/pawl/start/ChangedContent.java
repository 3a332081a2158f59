package dev.pawl.start;

import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Refusal;
import dev.pawl.config.trust.ContentChange;
import dev.pawl.config.trust.Trust;
import dev.pawl.config.trust.TrustedContent;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Has the user look at what a trusted project would run and did not have when it was trusted. Where there is no user,
 * the program does not go on: without a changed hook a gate could be missing.
 */
final class ChangedContent {
    private static final String USE = "Use it as it is now";
    private static final String LEAVE = "Leave out what the project brings, for now";

    private final Mode mode;
    private final Ui ui;
    private final NoticePrinter notices;

    ChangedContent(Mode mode, Ui ui, NoticePrinter notices) {
        this.mode = mode;
        this.ui = ui;
        this.notices = notices;
    }

    /** Keeps what is there as looked at. */
    void approve(Trust trust, TrustedContent content) {
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

    /** Whether all of it is as it was trusted, or the user agrees to it now. */
    boolean areLookedAt(Trust trust, TrustedContent content) throws InterruptedException {
        List<ContentChange> changes;
        try {
            changes = trust.changes(content);
        } catch (IOException e) {
            throw Refusal.changed("nothing was asked, because it is not known what was trusted: " + e.getMessage());
        }
        if (changes.isEmpty()) {
            return true;
        }
        if (mode != Mode.TUI) {
            throw Refusal.changed("nothing was asked, because this project was changed since you trusted it: "
                    + changes.stream().map(ContentChange::sentence).collect(Collectors.joining(", "))
                    + ". Look at it with pawl trust show, then run pawl trust approve, or run with --approve.");
        }
        for (var change : changes) {
            ui.notify(change.sentence() + ":\n" + change.difference(), Severity.WARNING);
        }
        var answer = ui.select(
                "This project was changed since you trusted it: "
                        + changes.stream().map(ContentChange::sentence).collect(Collectors.joining(", "))
                        + ". It can run code on your machine.",
                List.of(USE, LEAVE),
                DialogOptions.preselected(LEAVE));
        if (answer.isEmpty() || !answer.get().equals(USE)) {
            return false;
        }
        approve(trust, content);
        return true;
    }
}
