package dev.pawl.start;

import dev.pawl.api.value.McpServer;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.cli.Places;
import dev.pawl.cli.Version;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.mcp.McpHook;
import dev.pawl.mcp.McpSetup;
import dev.pawl.mcp.config.McpConfig;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Installs the hook that connects tool servers; its classes are loaded only if a server is configured. */
final class McpServers {
    private McpServers() {}

    static LoadResult install(
            HookInstaller installer,
            Places places,
            Folders folders,
            Settings settings,
            boolean trusted,
            List<McpServer> registered,
            Supplier<@Nullable String> changed,
            Executor later)
            throws InterruptedException {
        var setup = new McpSetup(
                folders,
                McpConfig.read(folders, trusted),
                trusted,
                places.environment(),
                Version.text(),
                settings.get(Keys.HTTP_PROXY),
                changed,
                later);
        return installer.install(
                new McpHook(setup, registered), new SourceInfo(McpHook.PATH, SourceInfo.Scope.BUILTIN, false, null));
    }
}
