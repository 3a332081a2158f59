package dev.pawl.agent.session;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.value.SystemPromptOptions;
import java.nio.file.Path;
import java.util.List;

/** What a slash command has while it runs. */
final class CommandCall extends ForwardingContext implements CommandContext {
    private final SessionContext session;
    private final List<String> args;
    private final String argsRaw;

    CommandCall(SessionContext session, List<String> args, String argsRaw) {
        this.session = session;
        this.args = List.copyOf(args);
        this.argsRaw = argsRaw;
    }

    @Override
    protected SessionContext target() {
        return session;
    }

    @Override
    public List<String> args() {
        return args;
    }

    @Override
    public String argsRaw() {
        return argsRaw;
    }

    @Override
    public void rebuildContext() throws InterruptedException {
        session.rebuildNow();
    }

    @Override
    public void waitForIdle() throws InterruptedException {
        session.waitForIdle();
    }

    @Override
    public SystemPromptOptions systemPromptOptions() {
        return session.systemPromptOptions();
    }

    @Override
    public boolean newSession(NewSession options) throws InterruptedException {
        return session.replacing().newSession(options);
    }

    @Override
    public boolean switchSession(Path file, Callback withSession) throws InterruptedException {
        return session.replacing().switchSession(file, withSession);
    }

    @Override
    public boolean fork(String entryId, ForkPosition position, Callback withSession) throws InterruptedException {
        return session.replacing().fork(entryId, position, withSession);
    }

    @Override
    public boolean navigateTree(String targetId, Navigation options) throws InterruptedException {
        return session.replacing().navigateTree(targetId, options);
    }

    @Override
    public void reload() throws InterruptedException {
        session.replacing().reload();
    }
}
