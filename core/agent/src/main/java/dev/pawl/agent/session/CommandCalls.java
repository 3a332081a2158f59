package dev.pawl.agent.session;

import dev.pawl.agent.run.CommandRunner;
import dev.pawl.agent.run.Prompting;
import dev.pawl.api.Outcome;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.HookError;
import dev.pawl.base.FailureText;
import dev.pawl.hooks.registry.Arguments;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs the slash commands of hooks in one session, and carries out what they return. */
final class CommandCalls implements CommandRunner {
    private final Commands commands;
    private final SessionContext session;
    private final Prompting prompting;

    CommandCalls(Commands commands, SessionContext session, Prompting prompting) {
        this.commands = commands;
        this.session = session;
        this.prompting = prompting;
    }

    @Override
    public boolean isCommand(String text) {
        return commands.isCommand(text);
    }

    @Override
    public boolean run(String text, Runnable aside) throws InterruptedException {
        var name = Commands.name(text);
        var command = commands.find(name);
        if (command == null) {
            return false;
        }
        var raw = text.length() > name.length() + 2 ? text.substring(name.length() + 2) : "";
        try {
            var before = session.session().leafId();
            var outcome = command.run(new CommandCall(session, Arguments.split(raw), raw), aside);
            if (!session.isLeft() && !Objects.equals(before, session.session().leafId())) {
                // What a command wrote is kept also if no message follows.
                session.writeNow();
            }
            carryOut(outcome);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) { // Errors too: a broken hook must not end the program.
            session.report(new HookError("command:" + name, "command", FailureText.of(e), HookError.stackOf(e)));
        }
        return true;
    }

    private void carryOut(@Nullable Outcome outcome) {
        switch (outcome) {
            case null -> {}
            case Outcome.Nothing _ -> {}
            case Outcome.Status(var status) -> session.show(status);
            case Outcome.Prompt(var prompt, var attachments) when prompt.isBlank() && attachments.isEmpty() -> {}
            case Outcome.Prompt(var prompt, var attachments) -> {
                var blocks = new ArrayList<Content>();
                blocks.add(Content.text(prompt));
                blocks.addAll(attachments);
                prompting.send(Body.of(blocks), Delivery.STEER, this);
            }
        }
    }
}
