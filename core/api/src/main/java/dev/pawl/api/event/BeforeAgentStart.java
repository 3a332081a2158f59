package dev.pawl.api.event;

import dev.pawl.api.context.HookMessage;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.SystemPromptOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agent is about to work on a prompt, or on a hook's message.
 *
 * @param prompt the user's text; null where a hook's message starts the run
 * @param images the images that came with the prompt
 * @param trigger the hook's message that starts the run; null where a prompt does
 * @param systemPrompt the whole prompt as it will be sent
 * @param systemPromptOptions the parts it is made of; changing one patches only that part
 * @param messages messages that hooks add, kept in the session and sent to the model
 * @param promptIsWhole whether the prompt is sent as it is, whatever becomes of the parts
 */
public record BeforeAgentStart(
        @Nullable String prompt,
        List<Content.Image> images,
        Message.@Nullable Custom trigger,
        String systemPrompt,
        SystemPromptOptions systemPromptOptions,
        List<HookMessage> messages,
        boolean promptIsWhole) {
    // Written out, because the annotation of a nested type gets lost in the class file of a short one.
    public BeforeAgentStart(
            @Nullable String prompt,
            List<Content.Image> images,
            Message.@Nullable Custom trigger,
            String systemPrompt,
            SystemPromptOptions systemPromptOptions,
            List<HookMessage> messages,
            boolean promptIsWhole) {
        this.prompt = prompt;
        this.images = List.copyOf(images);
        this.trigger = trigger;
        this.systemPrompt = systemPrompt;
        this.systemPromptOptions = systemPromptOptions;
        this.messages = List.copyOf(messages);
        this.promptIsWhole = promptIsWhole;
    }

    /** Returns an event with a text and nothing else, for tests and trials. */
    public static BeforeAgentStart of(String prompt, String systemPrompt) {
        return new BeforeAgentStart(
                prompt, List.of(), null, systemPrompt, SystemPromptOptions.empty(), List.of(), false);
    }

    /** Adds a message to the model, after the prompt. */
    public BeforeAgentStart inject(HookMessage message) {
        var all = new ArrayList<>(messages);
        all.add(message);
        return new BeforeAgentStart(
                prompt, images, trigger, systemPrompt, systemPromptOptions, List.copyOf(all), promptIsWhole);
    }

    /** Sends this system prompt for this run. */
    public BeforeAgentStart withSystemPrompt(String systemPrompt) {
        return new BeforeAgentStart(
                prompt, images, trigger, systemPrompt, systemPromptOptions, messages, promptIsWhole);
    }

    /** Sends this system prompt for this run, whatever hooks do to its parts afterwards. */
    public BeforeAgentStart withWholeSystemPrompt(String systemPrompt) {
        return new BeforeAgentStart(prompt, images, trigger, systemPrompt, systemPromptOptions, messages, true);
    }

    /** Adds a paragraph to the system prompt for this run. */
    public BeforeAgentStart appendSystemPrompt(String paragraph) {
        return withSystemPrompt(systemPrompt.isEmpty() ? paragraph : systemPrompt + "\n\n" + paragraph);
    }

    /** With other parts of the system prompt, for this run. */
    public BeforeAgentStart withOptions(SystemPromptOptions systemPromptOptions) {
        return new BeforeAgentStart(
                prompt, images, trigger, systemPrompt, systemPromptOptions, messages, promptIsWhole);
    }
}
