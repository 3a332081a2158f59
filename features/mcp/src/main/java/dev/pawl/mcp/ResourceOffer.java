package dev.pawl.mcp;

import dev.pawl.api.Host;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.Exposure;
import java.util.List;
import java.util.stream.Stream;

/** Registers the tools for resources as soon as a server has some, with the widest exposure of those servers. */
final class ResourceOffer {
    private final Host host;
    private final ResourceTools tools;
    private Exposure offered = Exposure.HIDDEN;

    ResourceOffer(Host host, ResourceTools tools) {
        this.host = host;
        this.tools = tools;
    }

    synchronized void update(List<Connection> withResources) {
        var next = Stream.of(Exposure.DIRECT, Exposure.CODEMODE, Exposure.DEFERRED)
                .filter(one ->
                        withResources.stream().anyMatch(server -> server.entry().exposure() == one))
                .findFirst()
                .orElse(Exposure.HIDDEN);
        if (next != offered) {
            offered = next;
            tools.tools(next).forEach(host::tool);
        }
    }
}
