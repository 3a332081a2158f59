package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.trust.Trust;
import dev.pawl.config.trust.TrustOption;
import dev.pawl.screen.dialog.Questions;
import dev.pawl.screen.look.Look;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/** The command that decides whether what a project brings is used; it holds at once. */
final class TrustCommand {
    private final CommandOutput out;
    private final Look look;
    private final Questions questions;
    private final Folders folders;
    private final Agent agent;
    private final BiConsumer<Path, Boolean> decided;
    private final SessionCommands sessions;

    /** @param decided receives what the user decides about a folder, before its hooks are loaded again */
    TrustCommand(
            CommandOutput out,
            Look look,
            Questions questions,
            Folders folders,
            Agent agent,
            SessionCommands sessions,
            BiConsumer<Path, Boolean> decided) {
        this.out = out;
        this.look = look;
        this.questions = questions;
        this.folders = folders;
        this.agent = agent;
        this.sessions = sessions;
        this.decided = decided;
    }

    void run() throws IOException, InterruptedException {
        var cwd = agent.session().cwd();
        var trust = new Trust(new Folders(folders.home(), folders.agentDir(), cwd));
        var kept = trust.kept();
        var brought = trust.protectedResources().stream().map(look::path).toList();
        boolean before = out.settings().projectTrusted();
        var options = trust.options();
        var chosen = questions.choose(
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
            out.status(words + (option.isKept() ? "; it is kept." : " for as long as the program runs."));
        } else if (!agent.isIdle()) {
            out.warn(words + " from the next /reload on; the agent is at work now.");
        } else {
            sessions.reload(words + " now; hooks, settings and resources are loaded again.");
        }
    }
}
