package dev.pawl.start;

import dev.pawl.bridge.NodeBridge;
import dev.pawl.bridge.process.NodeSetup;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.OwnCommand;
import dev.pawl.cli.Places;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.loader.ForeignHooks;
import java.time.Duration;

/** Starts what runs TypeScript hooks; nothing of it is loaded before one is found. */
final class NodeHooks {
    private NodeHooks() {}

    static ForeignHooks open(Places places, Settings settings, boolean offline, NoticePrinter notices) {
        long patience = settings.get(Keys.HOOK_TIMEOUT);
        return new NodeBridge(new NodeSetup(
                places.agentDir(),
                places.cwd(),
                places.environment(),
                new NodeSetup.Programs(settings.get(Keys.NODE_PATH), OwnCommand.line()),
                offline,
                patience <= 0 || places.debugging() ? null : Duration.ofMillis(patience),
                settings.get(Keys.THEME),
                new NodeSetup.Reports(
                        notices::takesLong, notices::noise, message -> notices.report(Notice.of(message)))));
    }
}
