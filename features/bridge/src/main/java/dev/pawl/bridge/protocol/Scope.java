package dev.pawl.bridge.protocol;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.session.SessionDraft;
import dev.pawl.api.tool.ToolContext;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call into the other process while it is under way: what it may use here, and what it has sent back.
 *
 * @param prompts the user who signs in, where the call is about that
 * @param parts fields of the event that are long and sent on request
 * @param answers pieces and the return of this call; the thread that waits for it takes them in order
 * @param asking the threads that work on requests of this call; they are interrupted when it is cancelled
 * @param sent runs when the call has been sent
 * @param several the extensions, where handlers of several take part in one call
 */
public record Scope(
        @Nullable HookContext context,
        @Nullable SessionDraft draft,
        ProviderConfig.@Nullable Prompts prompts,
        @Nullable Function<String, Object> parts,
        BlockingQueue<NodeMessage.Answer> answers,
        Set<Thread> asking,
        Runnable sent,
        @Nullable Several several) {
    public static Scope of(@Nullable HookContext context) {
        return new Scope(
                context, null, null, null, new LinkedBlockingQueue<>(), ConcurrentHashMap.newKeySet(), () -> {}, null);
    }

    public static Scope of(SessionDraft draft) {
        return new Scope(
                null, draft, null, null, new LinkedBlockingQueue<>(), ConcurrentHashMap.newKeySet(), () -> {}, null);
    }

    public Scope with(Function<String, Object> parts) {
        return new Scope(context, draft, prompts, parts, answers, asking, sent, several);
    }

    public Scope whenSent(Runnable sent) {
        return new Scope(context, draft, prompts, parts, answers, asking, sent, several);
    }

    public static Scope of(ProviderConfig.Prompts prompts) {
        return new Scope(
                null, null, prompts, null, new LinkedBlockingQueue<>(), ConcurrentHashMap.newKeySet(), () -> {}, null);
    }

    /** The extensions whose handlers take part in one call. */
    public interface Several {
        HookContext context(long extension);

        /** Waits until what each of them has reported is done. */
        void settle() throws InterruptedException;
    }

    /** Returns the scope of handlers of several extensions. */
    public static Scope of(Several several) {
        return new Scope(
                null, null, null, null, new LinkedBlockingQueue<>(), ConcurrentHashMap.newKeySet(), () -> {}, several);
    }

    /** Returns the scope as an extension has it. */
    Scope at(@Nullable Long extension) {
        return several == null || extension == null
                ? this
                : new Scope(several.context(extension), draft, prompts, parts, answers, asking, sent, several);
    }

    /** The kind of the context in the message. */
    public String kind() {
        return context instanceof CommandContext ? "command" : context instanceof ToolContext ? "tool" : "event";
    }

    public void leave() {
        asking.forEach(Thread::interrupt);
    }
}
