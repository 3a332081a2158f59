package dev.pawl.agent.request;

import dev.pawl.agent.conversation.ContextCost;
import dev.pawl.agent.conversation.Conversation;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.prompt.PromptState;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.ContextWithSystem;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.HookError;
import dev.pawl.base.Identity;
import dev.pawl.hooks.dispatch.Engine;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The messages of one request: the conversation, as hooks leave it, with the system prompt in front. */
public final class RequestContext {
    private final Conversation conversation;
    private final Engine engine;
    private final SystemPrompts prompts;
    private final Recorder recorder;
    private final ContextCost cost;

    public RequestContext(SessionCore core) {
        this.conversation = core.conversation();
        this.engine = core.engine();
        this.prompts = core.prompts();
        this.recorder = core.recorder();
        this.cost = new ContextCost(engine);
    }

    /** Returns the additional cost of the latest request that hooks caused. */
    ContextCost cost() {
        return cost;
    }

    /**
     * Returns the messages of a request.
     *
     * @param preview whether no request follows; hooks that read the system prompt are not asked then
     */
    public List<Message> messages(boolean preview) throws InterruptedException {
        // The prompt that a hook set for this run.
        var forced = prompts.forced();
        long now = recorder.now();
        int generation = conversation.generation();
        var whole = conversation.messages();
        var prompt = conversation.prompt();
        var all = forced == null ? whole : forced(whole, prompt, forced, now);
        if (engine.hasHandlers(HookPoints.CONTEXT)) {
            all = asked(all, forced == null ? prompt.message(now) : forced(prompt, forced, now), preview);
            conversation.show(all, whole.size(), generation);
        }
        var changes = new ArrayList<>(cost.changes(HookPoints.CONTEXT.name()));
        if (!preview && engine.hasHandlers(HookPoints.CONTEXT_WITH_SYSTEM)) {
            all = askedWithSystem(all);
            changes.addAll(cost.changes(HookPoints.CONTEXT_WITH_SYSTEM.name()));
        }
        if (!preview) {
            cost.sent(all, whole, changes);
        }
        return all;
    }

    /** Asks hooks what the model is to see of the conversation. */
    private List<Message> asked(List<Message> all, Message.SystemPrompt head, boolean preview)
            throws InterruptedException {
        var visible = all.stream()
                .filter(message -> !(message instanceof Message.SystemPrompt))
                .toList();
        List<ContextMessage> places = new Lazy<>(() -> conversation.snapshot().stream()
                .filter(message -> !(message.message() instanceof Message.SystemPrompt))
                .toList());
        List<Entry> entries = new Lazy<>(() -> conversation.session().indexed());
        var event = new ModelContext(visible, entries, places, preview);
        var answer = engine.fire(HookPoints.CONTEXT, event, (before, after) -> {
                    cost.changed(before.messages(), after.messages());
                    return null;
                })
                .messages();
        if (Identity.sameElements(visible, answer)) {
            return all;
        }
        var changed = new ArrayList<Message>(answer.size() + 1);
        changed.add(head);
        changed.addAll(answer);
        return changed;
    }

    private List<Message> askedWithSystem(List<Message> all) throws InterruptedException {
        var answer = engine.fire(HookPoints.CONTEXT_WITH_SYSTEM, new ContextWithSystem(all), (before, after) -> {
                    cost.changed(before.messages(), after.messages());
                    return null;
                })
                .messages();
        if (isLed(all) && !isLed(answer)) {
            engine.report(new HookError(
                    "hooks",
                    HookPoints.CONTEXT_WITH_SYSTEM.name(),
                    "a handler took the leading system message away: the request has neither prompt nor tools",
                    null));
        }
        return answer;
    }

    private static boolean isLed(List<Message> messages) {
        return !messages.isEmpty() && messages.getFirst() instanceof Message.SystemPrompt;
    }

    private static List<Message> forced(List<Message> all, PromptState prompt, String forced, long now) {
        var changed = new ArrayList<Message>(all.size() + 1);
        changed.add(forced(prompt, forced, now));
        all.stream()
                .filter(message -> !(message instanceof Message.SystemPrompt))
                .forEach(changed::add);
        return changed;
    }

    private static Message.SystemPrompt forced(PromptState prompt, String forced, long now) {
        return new Message.SystemPrompt(
                Body.of(forced), Map.of(), List.copyOf(prompt.tools().values()), List.of(), now, JsonObject.empty());
    }

    /** A list that is read on its first use: most hooks never use it, and reading costs. */
    private static final class Lazy<T> extends AbstractList<T> {
        private final Supplier<List<T>> source;
        private @Nullable List<T> known;

        Lazy(Supplier<List<T>> source) {
            this.source = source;
        }

        private synchronized List<T> known() {
            var list = known;
            if (list == null) {
                list = List.copyOf(source.get());
                known = list;
            }
            return list;
        }

        @Override
        public T get(int index) {
            return known().get(index);
        }

        @Override
        public int size() {
            return known().size();
        }
    }
}
