package dev.pawl.hooks.registry;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.value.SystemPromptOptions;
import java.nio.file.Path;
import java.util.List;

/** A command's view of its session, good as long as the session is. */
final class GuardedCommandContext extends GuardedContext implements CommandContext {
    private final InstalledHook hook;
    private final CommandContext command;
    private final Runnable aside;

    GuardedCommandContext(InstalledHook hook, CommandContext command, Runnable aside) {
        super(hook, null);
        this.hook = hook;
        this.command = command;
        this.aside = aside;
    }

    @Override
    public void stepAside() {
        aside.run();
    }

    @Override
    protected CommandContext target() {
        hook.session();
        return command;
    }

    @Override
    public List<String> args() {
        return target().args();
    }

    @Override
    public String argsRaw() {
        return target().argsRaw();
    }

    @Override
    public void waitForIdle() throws InterruptedException {
        aside.run();
        target().waitForIdle();
    }

    @Override
    public SystemPromptOptions systemPromptOptions() {
        return target().systemPromptOptions();
    }

    @Override
    public boolean newSession(NewSession options) throws InterruptedException {
        return target().newSession(options);
    }

    @Override
    public boolean switchSession(Path file, Callback withSession) throws InterruptedException {
        return target().switchSession(file, withSession);
    }

    @Override
    public boolean fork(String entryId, ForkPosition position, Callback withSession) throws InterruptedException {
        return target().fork(entryId, position, withSession);
    }

    @Override
    public boolean navigateTree(String targetId, Navigation options) throws InterruptedException {
        return target().navigateTree(targetId, options);
    }

    @Override
    public void reload() throws InterruptedException {
        target().reload();
    }
}
