package dev.pawl.springai;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;

/**
 * Properties of the gate.
 *
 * @param enabled whether there is one
 * @param folder the folder whose files and rules count; the working directory if it is null
 * @param settings a file in the form of settings.json; nothing is set if it is null
 * @param withProject whether files of the folder count: hooks of other agents, if {@code foreignHooks} is set to true
 */
@ConfigurationProperties("pawl.gate")
public record SpringAiGateProperties(
        @Nullable Boolean enabled,
        @Nullable String folder,
        @Nullable Resource settings,
        boolean withProject) {}
