package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.config.trust.Trust;
import dev.pawl.config.trust.TrustOption;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.view.AgentScreen;
import java.io.IOException;

/** The command that decides whether what a project brings is used; it holds at once. */
final class TrustCommand {
    private final CommandScope out;
    private final AgentScreen screen;
    private final Look look;
    private final Agent agent;
    private final SessionCommands sessions;

    TrustCommand(CommandScope out, SessionCommands sessions) {
        this.out = out;
        this.screen = out.screen();
        this.look = out.screen().look;
        this.agent = out.agent();
        this.sessions = sessions;
    }

    void run() throws IOException, InterruptedException {
        var cwd = agent.session().cwd();
        var trust = new Trust(screen.folders.at(cwd));
        var kept = trust.kept();
        var brought = trust.protectedResources().stream().map(look::path).toList();
        boolean before = out.settings().projectTrusted();
        var options = trust.options();
        var chosen = screen.questions.choose(
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
        out.start().wiring().trust(cwd, option.trusted());
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
