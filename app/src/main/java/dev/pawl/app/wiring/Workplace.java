package dev.pawl.app.wiring;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.value.McpServer;
import dev.pawl.tools.file.OpenTexts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session has from another program: what its tools work through, and more tools.
 *
 * @param texts what that program has open
 * @param shell where its commands run; null for a shell that the tools start themselves
 * @param servers tool servers that it names, for this session
 */
public record Workplace(OpenTexts texts, @Nullable BashOperations shell, List<McpServer> servers) {
    /** Nothing. */
    public static final Workplace HERE = new Workplace(OpenTexts.NONE, null, List.of());

    public Workplace {
        servers = List.copyOf(servers);
    }
}
