package dev.pawl.agent.session;

import dev.pawl.agent.run.CommandRunner;
import dev.pawl.api.Command;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.value.Delivery;
import dev.pawl.api.value.HookError;
import dev.pawl.base.FailureText;
import dev.pawl.hooks.bound.Bounded;
import dev.pawl.hooks.registry.Arguments;
import dev.pawl.hooks.registry.Brought;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The slash commands of hooks: found by name, run at once, and what comes of them carried out. */
public final class Commands implements CommandRunner {
    private static final Duration COMPLETION_PATIENCE = Duration.ofSeconds(2);

    private final Supplier<Brought> brought;
    private final Supplier<SessionContext> session;
    private final BiConsumer<Body, Delivery> send;

    /** @param send says something in the person's name */
    Commands(Supplier<Brought> brought, Supplier<SessionContext> session, BiConsumer<Body, Delivery> send) {
        this.brought = brought;
        this.session = session;
        this.send = send;
    }

    @Override
    public boolean isCommand(String text) {
        return text.startsWith("/") && brought.get().command(name(text)) != null;
    }

    @Override
    public boolean run(String text) throws InterruptedException {
        var name = name(text);
        var command = brought.get().command(name);
        if (command == null) {
            return false;
        }
        var raw = text.length() > name.length() + 2 ? text.substring(name.length() + 2) : "";
        var ctx = session.get();
        try {
            var before = ctx.session().leafId();
            var outcome = command.run(new CommandCall(ctx, Arguments.split(raw), raw));
            if (!ctx.isLeft() && !Objects.equals(before, ctx.session().leafId())) {
                // What a command put down was asked for: it is kept also if nothing is ever said.
                ctx.writeNow();
            }
            carryOut(outcome, ctx);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) { // Errors too: a broken hook must not take the program down.
            ctx.report(new HookError("command:" + name, "command", FailureText.of(e), HookError.stackOf(e)));
        }
        return true;
    }

    List<CommandInfo> infos() {
        return brought.get().commands().stream()
                .map(command -> new CommandInfo(
                        command.name(),
                        command.command().description(),
                        CommandInfo.Kind.EXTENSION,
                        command.hook().source()))
                .toList();
    }

    /** What may follow a command's name; nothing if it does not say, or fails. */
    public List<Command.Completion> complete(String name, String prefix) {
        var command = brought.get().command(name);
        var completer = command == null ? null : command.command().completer();
        if (completer == null) {
            return List.of();
        }
        try {
            return Bounded.call(
                    "completion of " + name, () -> List.copyOf(completer.complete(prefix)), COMPLETION_PATIENCE);
        } catch (Bounded.Broken e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private void carryOut(@Nullable Outcome outcome, SessionContext ctx) {
        switch (outcome) {
            case null -> {}
            case Outcome.Nothing _ -> {}
            case Outcome.Status(var status) -> ctx.show(status);
            case Outcome.Prompt(var prompt, var attachments) when prompt.isBlank() && attachments.isEmpty() -> {}
            case Outcome.Prompt(var prompt, var attachments) -> {
                var blocks = new ArrayList<Content>();
                blocks.add(Content.text(prompt));
                blocks.addAll(attachments);
                send.accept(Body.of(blocks), Delivery.STEER);
            }
        }
    }

    private static String name(String text) {
        int space = text.indexOf(' ');
        return text.substring(1, space < 0 ? text.length() : space);
    }
}
