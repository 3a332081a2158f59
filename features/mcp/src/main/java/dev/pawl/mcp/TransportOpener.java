package dev.pawl.mcp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.net.Network;
import dev.pawl.config.settings.Folders;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.ConfigValues;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.oauth.OAuth;
import dev.pawl.mcp.oauth.TokenStore;
import dev.pawl.mcp.wire.Authorizer;
import dev.pawl.mcp.wire.StdioTransport;
import dev.pawl.mcp.wire.StreamableHttp;
import dev.pawl.mcp.wire.Transport;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Creates the transport to a server from its entry: a program to start, or an address. */
final class TransportOpener implements Connection.Opener {
    private final Folders folders;
    private final ConfigValues shared;
    private final Network network;
    private final ProviderKeys keys;
    private final Supplier<@Nullable String> changed;
    private final Function<String, Map<String, String>> given;

    TransportOpener(
            Folders folders,
            ConfigValues values,
            Network network,
            ProviderKeys keys,
            Supplier<@Nullable String> changed,
            Function<String, Map<String, String>> given) {
        this.given = given;
        this.changed = changed;
        this.folders = folders;
        this.shared = values;
        this.network = network;
        this.keys = keys;
    }

    @Override
    public Transport open(ServerEntry entry) throws IOException, InterruptedException {
        if (entry.isHttp()) {
            return http(entry);
        }
        var different = entry.scope() == ServerEntry.Scope.PROJECT ? changed.get() : null;
        if (different != null) {
            throw new IOException("MCP server \"" + entry.name() + "\" is not started, because " + different
                    + " since the project was trusted; review it, then use /trust or pawl trust approve.");
        }
        return new StdioTransport(program(entry));
    }

    /** What a project says about a server gets nothing that the user gives to one of that name. */
    private ConfigValues values(ServerEntry entry) {
        return entry.scope() == ServerEntry.Scope.USER ? shared.with(given.apply(entry.name())) : shared;
    }

    private Transport http(ServerEntry entry) throws IOException, InterruptedException {
        var headers = values(entry)
                .resolveAll(entry.config().object("headers"), "MCP server \"" + entry.name() + "\" header");
        return new StreamableHttp(URI.create(entry.url()), headers, authorizer(entry), network);
    }

    private Authorizer authorizer(ServerEntry entry) throws IOException, InterruptedException {
        var provider = entry.provider();
        if (provider != null) {
            return Authorizer.of(() -> keys.key(provider));
        }
        return entry.usesOAuth()
                ? new OAuth(
                        entry.name(),
                        URI.create(entry.url()),
                        OAuthConfig.of(entry, values(entry)),
                        TokenStore.in(folders.agentDir()),
                        null,
                        network)
                : Authorizer.NONE;
    }

    private StdioTransport.Program program(ServerEntry entry) throws IOException, InterruptedException {
        var config = entry.config();
        var values = values(entry);
        var what = "MCP server \"" + entry.name() + "\"";
        var command = new ArrayList<String>();
        command.add(withHome(value(values, config, "command", what)));
        for (var argument : config.strings("args")) {
            command.add(withHome(withVariables(values, argument, what)));
        }
        var written = config.string("cwd", ".");
        var cwd = folders.find(folders.cwd(), written);
        if (cwd == null || !Files.isDirectory(cwd)) {
            throw new IOException(what + ": cwd " + written + " is not a folder");
        }
        var environment = new HashMap<>(values.environment());
        environment.putAll(values.resolveAll(config.object("env"), what + " env"));
        return new StdioTransport.Program(command, cwd, environment);
    }

    private static String value(ConfigValues values, JsonObject config, String name, String what)
            throws IOException, InterruptedException {
        return withVariables(values, config.string(name, ""), what);
    }

    /** Replaces only variables with braces in commands and arguments: a dollar alone may be meant for the program. */
    private static String withVariables(ConfigValues values, String written, String what)
            throws IOException, InterruptedException {
        return written.contains("${") && !written.startsWith("!") ? values.resolve(written, what) : written;
    }

    private String withHome(String written) {
        if (written.equals("~")) {
            return folders.home().toString();
        }
        return written.startsWith("~/")
                ? folders.home().resolve(written.substring(2)).toString()
                : written;
    }
}
