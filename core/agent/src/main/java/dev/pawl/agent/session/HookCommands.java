package dev.pawl.agent.session;

import dev.pawl.agent.run.CommandRunner;
import dev.pawl.api.Outcome;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.HookError;
import dev.pawl.base.FailureText;
import dev.pawl.base.QuotedWords;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs the slash commands of hooks in one session, and carries out what they return. */
public record HookCommands(SessionScope scope, SessionChanges changes) implements CommandRunner {
    @Override
    public boolean isCommand(String text) {
        return scope.commands().isCommand(text);
    }

    @Override
    public boolean run(String text, Runnable aside) throws InterruptedException {
        var name = Commands.name(text);
        var command = scope.commands().find(name);
        if (command == null) {
            return false;
        }
        var raw = text.length() > name.length() + 2 ? text.substring(name.length() + 2) : "";
        try {
            var session = scope.valid().core().session();
            var before = session.leafId();
            var outcome = command.run(new CommandCall(scope, changes, QuotedWords.split(raw), raw), aside);
            if (!scope.validity().isOver() && !Objects.equals(before, session.leafId())) {
                // What a command wrote is kept also if no message follows.
                session.writeNow();
            }
            carryOut(outcome);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) { // Errors too: a broken hook must not end the program.
            scope.core()
                    .engine()
                    .report(new HookError("command:" + name, "command", FailureText.of(e), HookError.stackOf(e)));
        }
        return true;
    }

    private void carryOut(@Nullable Outcome outcome) {
        switch (outcome) {
            case null -> {}
            case Outcome.Nothing _ -> {}
            case Outcome.Status(var status) -> scope.frontend().ui().notify(status, Severity.INFO);
            case Outcome.Prompt(var prompt, var attachments) when prompt.isBlank() && attachments.isEmpty() -> {}
            case Outcome.Prompt(var prompt, var attachments) -> {
                var blocks = new ArrayList<Content>();
                blocks.add(Content.text(prompt));
                blocks.addAll(attachments);
                scope.delivering().send(Body.of(blocks), Delivery.STEER, this);
            }
        }
    }
}
