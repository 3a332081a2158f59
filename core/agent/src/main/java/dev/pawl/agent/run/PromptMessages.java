package dev.pawl.agent.run;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.PromptChanges;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.prompt.DraftedPrompt;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.HookError;
import dev.pawl.hooks.dispatch.Engine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes messages of prompts, and all the messages that start a run. */
final class PromptMessages {
    private final Recorder recorder;
    private final Engine engine;
    private final Queues queues;
    private final ModelInUse inUse;
    private final SystemPrompts prompts;
    private final SessionTools tools;
    private final AutoCompaction compaction;
    private final PromptChanges promptChanges;
    private final ProjectTools kit;

    PromptMessages(RunParts parts, ProjectTools kit) {
        var core = parts.core();
        this.recorder = core.recorder();
        this.engine = core.engine();
        this.queues = core.queues();
        this.inUse = core.model();
        this.prompts = core.prompts();
        this.tools = core.tools();
        this.compaction = parts.compaction();
        this.promptChanges = parts.promptChanges();
        this.kit = kit;
    }

    static Message.Custom custom(HookMessage message, long now) {
        return new Message.Custom(
                message.customType(), message.content(), message.display(), message.details(), now, JsonObject.empty());
    }

    /** Returns a text with the skill or the template that it names in place of the name. */
    String expanded(String text) {
        if (!text.startsWith("/")) {
            return text;
        }
        var resources = prompts.resources();
        var skill = resources.skills().expand(text);
        var problem = skill.problem();
        if (problem != null) {
            engine.report(new HookError(problem.where(), "skill", problem.message(), null));
        }
        return resources.templates().expand(skill.text());
    }

    /** Returns a message with pictures that are fitted to the model; notes about them follow the text. */
    Message.User user(String text, List<Content.Image> pictures) throws InterruptedException {
        var withNotes = new StringBuilder(text);
        var images = new ArrayList<Content>();
        for (var block : kit.fitted(List.copyOf(pictures), inUse.model())) {
            if (block instanceof Content.Text note) {
                withNotes
                        .append(withNotes.length() == text.length() ? "\n\n" : "\n")
                        .append(note.text());
            } else {
                images.add(block);
            }
        }
        return user(withNotes.toString(), images, recorder.now());
    }

    static Message.User user(String text, List<? extends Content> pictures, long now) {
        var blocks = new ArrayList<Content>();
        blocks.add(Content.text(text));
        blocks.addAll(pictures);
        return new Message.User(Body.of(blocks), now, JsonObject.empty());
    }

    /**
     * Returns all that starts a run: the change of the prompt, the message, what waited for it, and what hooks add.
     *
     * <p>An abort loses no message: it is kept, and the run ends before the model is asked.
     */
    List<Message> starting(@Nullable String text, List<Content.Image> pictures, Message.@Nullable Custom trigger) {
        try {
            return prepared(text, pictures, trigger);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            prompts.use(null);
            return withPrompt(trigger == null ? user(text == null ? "" : text, pictures, recorder.now()) : trigger);
        }
    }

    private List<Message> prepared(
            @Nullable String text, List<Content.Image> pictures, Message.@Nullable Custom trigger)
            throws InterruptedException {
        compaction.beforePrompt();
        var before = prompts.options();
        var drafted = new DraftedPrompt(prompts, before);
        var rendered = prompts.text();
        var toolsBefore = tools.active();
        var asked = new BeforeAgentStart(text, pictures, trigger, rendered, before, List.of(), false);
        var answer = engine.fire(HookPoints.BEFORE_AGENT_START, asked, drafted);
        var selected = answer.systemPromptOptions().selectedTools();
        if (!selected.equals(before.selectedTools()) && !selected.equals(toolsBefore)) {
            tools.activate(selected);
        }
        drafted.finish(asked, answer);
        // Images are fitted to the model that hooks may have chosen just now.
        var messages = withPrompt(trigger == null ? user(text == null ? "" : text, pictures) : trigger);
        messages.addAll(queues.takeNextTurn());
        answer.messages().forEach(message -> messages.add(custom(message, recorder.now())));
        return messages;
    }

    private List<Message> withPrompt(Message message) {
        var messages = new ArrayList<Message>();
        var change = promptChanges.next();
        if (change != null) {
            messages.add(change);
        }
        messages.add(message);
        return messages;
    }
}
