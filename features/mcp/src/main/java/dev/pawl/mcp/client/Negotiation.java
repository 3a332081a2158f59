package dev.pawl.mcp.client;

import dev.pawl.api.json.JsonObject;
import dev.pawl.mcp.wire.Closed;
import dev.pawl.mcp.wire.HttpFailure;
import dev.pawl.mcp.wire.RpcError;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds out which generation of the protocol a server uses, and which version. */
final class Negotiation {
    /** A program that is still starting answers later, when both requests are in its input. */
    private static final Duration PROBE = Duration.ofSeconds(3);

    private final McpClient client;
    private final ClientSetup setup;
    private boolean silent;

    Negotiation(McpClient client, ClientSetup setup) {
        this.client = client;
        this.setup = setup;
    }

    Agreement agree() throws IOException, InterruptedException {
        if (setup.start() == ClientSetup.Start.STATEFUL) {
            return handshake();
        }
        var stateless = discovered(setup.start() == ClientSetup.Start.STATELESS);
        if (stateless != null) {
            return stateless;
        }
        try {
            return handshake();
        } catch (RpcError e) {
            if (!silent) {
                throw e;
            }
            // The server was only slow to start, and does not support a handshake.
            var late = discovered(true);
            if (late == null) {
                throw e;
            }
            return late;
        }
    }

    /** Null if the server does not support the stateless protocol. */
    private @Nullable Agreement discovered(boolean only) throws IOException, InterruptedException {
        client.transport().agreed(Versions.STATELESS);
        var limit = only || client.transport().hasHeaders() ? setup.timeout() : shorter(PROBE, setup.timeout());
        try {
            var result = client.once(
                    "server/discover",
                    client.withIdentity(JsonObject.empty(), Versions.STATELESS),
                    Map.of(),
                    limit,
                    _ -> {});
            var versions = result.strings("supportedVersions");
            if (versions.contains(Versions.STATELESS)) {
                return Agreement.stateless(result);
            }
            if (only) {
                throw new IOException("the server supports the versions " + versions + " of the protocol, but not "
                        + Versions.STATELESS);
            }
            return null;
        } catch (RpcError e) {
            return refused(e, only);
        } catch (HttpFailure e) {
            if (only || e.isAuthorization() || e.isTransient()) {
                throw e;
            }
            return null;
        } catch (Closed e) {
            throw e;
        } catch (IOException e) {
            if (only || client.closed() != null) {
                throw e;
            }
            silent = true;
            return null;
        }
    }

    /** A server that refuses the version names those that it supports. */
    private @Nullable Agreement refused(RpcError why, boolean only) throws IOException, InterruptedException {
        if (why.code() == RpcError.UNSUPPORTED_VERSION
                && why.data().strings("supported").contains(Versions.STATELESS)) {
            // It supports the version after all, so the next request is one of that version.
            return Agreement.stateless(client.once(
                    "server/discover",
                    client.withIdentity(JsonObject.empty(), Versions.STATELESS),
                    Map.of(),
                    setup.timeout(),
                    _ -> {}));
        }
        if (only) {
            throw why;
        }
        return null;
    }

    private Agreement handshake() throws IOException, InterruptedException {
        client.transport().agreed("");
        var params = JsonObject.of("protocolVersion", Versions.STATEFUL)
                .with("capabilities", setup.answers().capabilities())
                .with("clientInfo", setup.identity());
        var agreed = Agreement.stateful(client.once("initialize", params, Map.of(), setup.timeout(), _ -> {}));
        if (!Versions.KNOWN_STATEFUL.contains(agreed.version())) {
            throw new IOException("the server uses version \"" + agreed.version()
                    + "\" of the protocol, which is not supported (" + Versions.STATELESS + ", "
                    + String.join(", ", Versions.KNOWN_STATEFUL) + ")");
        }
        return agreed;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
