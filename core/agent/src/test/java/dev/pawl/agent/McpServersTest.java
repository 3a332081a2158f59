package dev.pawl.agent;

import static dev.pawl.api.HookPoints.MCP_SERVERS_CHANGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.McpServer;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpServersTest {
    @TempDir
    Path dir;

    private final List<List<String>> recorded = Collections.synchronizedList(new ArrayList<>());

    private static McpServer server(String name) {
        return new McpServer(name, JsonObject.of("command", "serve-" + name));
    }

    private final Hook bringing = pi -> {
        pi.mcpServer(server("early"));
        pi.command("add", "", ctx -> {
            pi.mcpServer(server(ctx.argsRaw()));
            return Outcome.nothing();
        });
        pi.command("remove", "", ctx -> {
            pi.removeMcpServer(ctx.argsRaw());
            return Outcome.nothing();
        });
    };

    private final Hook connecting = pi -> pi.on(
            MCP_SERVERS_CHANGE,
            (event, _) ->
                    recorded.add(event.servers().stream().map(McpServer::name).toList()));

    @Test
    void a_change_after_the_start_is_reported_with_all_servers_there_are() throws Exception {
        try (var it = TestAgent.in(dir).hook(bringing).hook(connecting).start()) {
            assertThat(recorded).isEmpty();
            it.prompt("/add late");
            it.until(() -> recorded.size() == 1);
            it.prompt("/remove early");
            it.until(() -> recorded.size() == 2);
            assertThat(recorded).containsExactly(List.of("early", "late"), List.of("late"));
            assertThat(it.errors()).isEmpty();
        }
    }

    @Test
    void registering_anything_else_is_no_such_change() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(bringing)
                .hook(connecting)
                .hook(pi -> pi.command("teach", "", _ -> {
                    pi.command("taught", "", _ -> Outcome.nothing());
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("/teach");
            it.prompt("/add late");
            it.until(() -> !recorded.isEmpty());
            assertThat(recorded).containsExactly(List.of("early", "late"));
        }
    }

    /** Counted in memory, not in time. */
    @Test
    void the_ten_thousandth_server_costs_no_more_than_the_first() throws Exception {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        var costs = Collections.synchronizedList(new ArrayList<Long>());
        Hook many = pi -> pi.command("many", "", ctx -> {
            int number = Integer.parseInt(ctx.argsRaw());
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < number; i++) {
                pi.mcpServer(server(number + "-" + i));
            }
            costs.add(threads.getCurrentThreadAllocatedBytes() - before);
            return Outcome.nothing();
        });
        try (var it = TestAgent.in(dir).hook(many).hook(connecting).start()) {
            it.prompt("/many 100");
            it.prompt("/many 1000");
            it.prompt("/many 10000");
            it.until(() -> !recorded.isEmpty() && recorded.getLast().size() == 11_100);
            assertThat(costs).hasSize(3).allMatch(cost -> cost > 0);
            assertThat(costs.get(2)).isLessThan(15 * costs.get(1));
        }
    }

    @Test
    void a_server_that_is_not_connected_is_reported_once() throws Exception {
        try (var it = TestAgent.in(dir).hook(bringing).start()) {
            assertThat(it.errors()).singleElement().satisfies(error -> {
                assertThat(error.event()).isEqualTo("register_mcp_server");
                assertThat(error.error()).contains("\"early\"", "mcp_servers_change");
                assertThat(error.hookPath()).isEqualTo("hook1");
            });
            it.prompt("/add late");
            it.until(() -> it.errors().size() == 2);
            it.prompt("/remove late");
            it.prompt("/add late");
            it.prompt("/add third");
            it.until(() -> it.errors().size() == 3);
            assertThat(it.errors())
                    .last()
                    .satisfies(error -> assertThat(error.error()).contains("\"third\""));
        }
    }
}
