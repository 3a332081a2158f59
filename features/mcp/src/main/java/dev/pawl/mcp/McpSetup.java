package dev.pawl.mcp;

import dev.pawl.ai.http.Proxies;
import dev.pawl.config.settings.Folders;
import dev.pawl.mcp.config.McpConfig;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the hook for tool servers needs.
 *
 * @param folders the folders of the session
 * @param config what files configure
 * @param trusted whether the files of the project are read
 * @param environment the variables that programs and values are resolved with
 * @param version the version of this program
 * @param proxy the proxy that the settings name; null leaves it to the environment
 * @param changed what of a trusted project is different since it was trusted; null if nothing is
 * @param later runs what can wait until the program has shown its first frame
 */
public record McpSetup(
        Folders folders,
        McpConfig config,
        boolean trusted,
        Map<String, String> environment,
        String version,
        @Nullable String proxy,
        Supplier<@Nullable String> changed,
        Executor later) {
    /** Which proxy a request to a server goes through. */
    Proxies proxies() {
        return Proxies.of(proxy, environment);
    }
}
