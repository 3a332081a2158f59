package dev.pawl.mcp;

import dev.pawl.base.net.Network;
import dev.pawl.config.settings.Folders;
import dev.pawl.mcp.config.McpConfig;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The setup of the hook for tool servers.
 *
 * @param folders the folders of the session
 * @param config what files configure
 * @param environment the variables that programs and values are resolved with
 * @param version the version of this program
 * @param network the way to the servers
 * @param changed what of a trusted project is different since it was trusted; null if nothing is
 * @param given variables that only the program and the values of a server of the user get, by its name
 * @param later runs what can wait until the program has shown its first frame
 */
public record McpSetup(
        Folders folders,
        McpConfig config,
        Map<String, String> environment,
        String version,
        Network network,
        Supplier<@Nullable String> changed,
        Function<String, Map<String, String>> given,
        Executor later) {}
