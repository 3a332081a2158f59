package dev.pawl.app.interactive.command;

import dev.pawl.api.ui.DialogOptions;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.trust.Trust;
import dev.pawl.config.trust.TrustOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/** The command that decides whether what a project brings is used; it holds at once. */
final class TrustCommand {
    private final Workbench desk;
    private final BiConsumer<Path, Boolean> decided;
    private final SessionCommands sessions;

    /** @param decided receives what the user decides about a folder, before its hooks are loaded again */
    TrustCommand(Workbench desk, SessionCommands sessions, BiConsumer<Path, Boolean> decided) {
        this.desk = desk;
        this.sessions = sessions;
        this.decided = decided;
    }

    void run() throws IOException, InterruptedException {
        var look = desk.face().look;
        var folders = desk.face().folders;
        var cwd = desk.agent().session().cwd();
        var trust = new Trust(new Folders(folders.home(), folders.agentDir(), cwd));
        var kept = trust.kept();
        var brought = trust.protectedResources().stream().map(look::path).toList();
        boolean before = desk.settings().projectTrusted();
        var options = trust.options();
        var chosen = desk.face()
                .questions
                .choose(
                        "Trust " + look.path(cwd) + "?",
                        "It is " + (before ? "trusted" : "not trusted") + " now"
                                + (kept == null ? "; no decision is kept." : ". " + kept.label() + ".")
                                + (brought.isEmpty()
                                        ? " It brings nothing that needs trust."
                                        : " It brings " + String.join(", ", brought) + "."),
                        options.stream().map(TrustOption::label).toList(),
                        options.stream()
                                .filter(option -> !option.trusted())
                                .reduce((_, last) -> last)
                                .map(option -> DialogOptions.preselected(option.label()))
                                .orElse(DialogOptions.NONE));
        if (chosen.isEmpty()) {
            return;
        }
        var option = options.get(chosen.get());
        if (option.isKept()) {
            trust.keep(option);
        }
        decided.accept(cwd, option.trusted());
        var words = option.trusted() ? "This project is trusted" : "This project is not trusted";
        if (option.trusted() == before) {
            desk.status(words + (option.isKept() ? "; it is kept." : " for as long as the program runs."));
        } else if (!desk.agent().isIdle()) {
            desk.warn(words + " from the next /reload on; the agent is at work now.");
        } else {
            sessions.reload(words + " now; hooks, settings and resources are loaded again.");
        }
    }
}
