package dev.pawl.api.event;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The model was writing something that a rule of the project forbids; it was stopped and got a message about it.
 *
 * @param rules the rules that were broken
 */
public record TtsrTriggered(List<Rule> rules) {
    public record Rule(
            String name,
            Path path,
            String content,
            List<String> globs,
            boolean alwaysApply,
            @Nullable String description,
            @Nullable String ttsrTrigger) {}
}
