package dev.pawl.config.resources;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.base.QuotedWords;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A prompt with places for arguments, called as {@code /name}.
 *
 * @param argumentHint what to write behind the name, as users read it
 * @param content the prompt, with {@code $1} and the like in it
 */
public record PromptTemplate(
        String name, String description, @Nullable String argumentHint, String content, Path path, SourceInfo source) {
    /** The prompt with arguments in their places. */
    public String expand(String arguments) {
        return TemplateText.expand(content, QuotedWords.split(arguments));
    }
}
