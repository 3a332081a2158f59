package dev.pawl.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** The settings of pi that do nothing here, each with the reason; they are kept as they are. */
final class KeysOfPi {
    private static final Map<String, String> REASONS = new LinkedHashMap<>();

    static {
        put("$schema", "for editors, which check the file by it");
        put("transport", "providers are asked over HTTP with server-sent events only");
        put("websockets", "the old name of `transport`");
        put("websocketConnectTimeoutMs", "no provider is asked over a WebSocket");
        put("terminal.clearOnShrink", "rows that are not needed any more are always cleared");
        put("markdown.mermaid", "the example hook `mermaid.java` draws diagrams");
        put("npmCommand", "packages are installed with `npm` on the path");
        put("selfUpdateCommand", "`pawl update` updates Pawl the way it was installed");
        put("sessionShareDestination", "`/share` writes a file, or sends to the address in `share.upload`");
        put("showCacheMissNotices", "`/session` shows what the cache cost");
        put("collapseChangelog", "no changelog is shown after an update; `/changelog` shows it");
        put("lastChangelogVersion", "no changelog is shown after an update");
        put("extensionChangelogVersions", "no changelog is shown after an update");
        put("enableInstallTelemetry", "nothing is reported");
        put("enableAnalytics", "nothing is reported");
        put("trackingId", "nothing is reported");
        put("deviceId", "no sign-in that is offered needs one");
        put("warnings.anthropicExtraUsage", "there is no sign-in by subscription that it is about");
    }

    private KeysOfPi() {}

    private static void put(String name, String reason) {
        REASONS.put(name, reason);
    }

    /** Why a key does nothing, by its name with dots. */
    static Map<String, String> reasons() {
        return Map.copyOf(REASONS);
    }

    /** The names in the order in which they are documented. */
    static Iterable<String> names() {
        return REASONS.keySet();
    }
}
