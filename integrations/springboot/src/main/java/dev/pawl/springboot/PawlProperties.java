package dev.pawl.springboot;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;

/**
 * Properties of the agents.
 *
 * @param home the folder whose {@code .pi/agent} holds keys and models; the user's if it is null
 * @param model the model as a user writes it; the first there is a key for if it is null
 * @param tools the built-in tools that models may use; those of Pawl if it is null
 * @param systemPrompt takes the place of the ordinary system prompt
 * @param settings a file in the form of settings.json; nothing is set if it is null
 * @param withProject whether AGENTS.md, skills and templates of a session's folder are used
 * @param onDisk whether sessions are kept in files; they are in memory otherwise
 */
@ConfigurationProperties("pawl")
public record PawlProperties(
        @Nullable String home,
        @Nullable String model,
        @Nullable List<String> tools,
        @Nullable String systemPrompt,
        @Nullable Resource settings,
        boolean withProject,
        boolean onDisk) {}
