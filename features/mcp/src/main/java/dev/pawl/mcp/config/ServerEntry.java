package dev.pawl.mcp.config;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.ServerToolName;
import dev.pawl.base.glob.Glob;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One configured server, checked.
 *
 * @param source the file that configures it, or the hook that registered it
 * @param override the project's file that changes some of it; null if none does
 */
public record ServerEntry(
        String name,
        JsonObject config,
        String source,
        Scope scope,
        @Nullable String override) {
    private static final double DEFAULT_SECONDS = 60;

    /** Who configures a server. */
    public enum Scope {
        USER,
        PROJECT,
        HOOK
    }

    public boolean isHttp() {
        return config.has("url");
    }

    public String url() {
        return config.string("url", "");
    }

    public boolean isEnabled() {
        return config.bool("enabled", true);
    }

    /** How long a request may take without a sign of progress. */
    public Duration timeout() {
        return Duration.ofMillis((long) (config.decimal("timeout", DEFAULT_SECONDS) * 1000));
    }

    public Exposure exposure() {
        var exposure = Exposure.of(config.string("exposure", "codemode"));
        return exposure == null ? Exposure.CODEMODE : exposure;
    }

    /** The exposure of one tool: its exact name, then the first pattern that matches, then that of the server. */
    public Exposure exposure(String tool) {
        var single = config.object("toolExposure");
        var exact = single.string(tool);
        if (exact == null) {
            for (var pattern : single.names()) {
                if (pattern.indexOf('*') >= 0 && Glob.lenient(pattern, false).matches(tool)) {
                    exact = single.string(pattern);
                    break;
                }
            }
        }
        var exposure = exact == null ? null : Exposure.of(exact);
        return exposure == null ? exposure() : exposure;
    }

    /** The exposures that its tools can have, as far as they are known before it is connected. */
    public Set<Exposure> exposures() {
        var all = EnumSet.of(exposure());
        for (var value : config.object("toolExposure").asMap().values()) {
            var one = value == null ? null : Exposure.of(value);
            if (one != null) {
                all.add(one);
            }
        }
        return all;
    }

    public boolean hasDirectTools() {
        return exposures().contains(Exposure.DIRECT);
    }

    public boolean hasSearchedTools() {
        return exposures().stream().anyMatch(Exposure::isSearched);
    }

    /** Returns whether tools are meant to be called by scripts of the model. */
    public boolean hasScriptedTools() {
        return exposures().contains(Exposure.CODEMODE);
    }

    /** The name of the family of its tools: servers whose names differ only in {@code -} and {@code _} would share it. */
    public String namespace() {
        return namespace(name);
    }

    public static String namespace(String server) {
        return ServerToolName.family(server.replace('-', '_'));
    }

    /** Returns whether a refused request leads to a sign-in: not if the file contains the authorization. */
    public boolean usesOAuth() {
        return isHttp()
                && !config.has("auth")
                && config.object("headers").names().stream()
                        .noneMatch(header -> header.toLowerCase(Locale.ROOT).equals("authorization"));
    }

    /** The model provider whose key is sent to the server; null if the entry names none. */
    public @Nullable String provider() {
        return isHttp() ? config.object("auth").string("provider") : null;
    }

    /** Returns what the user has to do when the server requires a sign-in. */
    public String signIn() {
        var provider = provider();
        return provider == null ? "run pawl mcp login " + name : "type /login " + provider;
    }

    public ServerEntry withConfig(JsonObject config, @Nullable String override) {
        return new ServerEntry(name, config, source, scope, override);
    }
}
