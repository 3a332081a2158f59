package dev.pawl.mcp.sdk;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.catalina.startup.Tomcat;

/** A tool server made with the protocol's own library for Java, as a program: {@code stdio} or {@code http}. */
final class SdkServer {
    private SdkServer() {}

    public static void main(String[] args) throws Exception {
        var tools = new SyncToolSpecification[] {
            tool("echo", (_, call) -> text("Echo: " + call.arguments().get("message"))),
            tool("ask", (exchange, _) -> text(asked(exchange))),
            tool("steps", SdkServer::steps),
            tool(
                    "fail",
                    (_, _) -> CallToolResult.builder()
                            .addTextContent("it broke")
                            .isError(true)
                            .build())
        };
        var capabilities = McpSchema.ServerCapabilities.builder().tools(true).build();
        if (args[0].equals("stdio")) {
            McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                    .serverInfo("java-sdk", "1")
                    .capabilities(capabilities)
                    .tools(tools)
                    .build();
            return;
        }
        var http = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint("/mcp")
                .build();
        McpServer.sync(http)
                .serverInfo("java-sdk", "1")
                .capabilities(capabilities)
                .tools(tools)
                .build();
        serve(http);
    }

    private static void serve(HttpServletStreamableServerTransportProvider servlet) throws Exception {
        var tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(0);
        var context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "mcp", servlet).setAsyncSupported(true);
        context.addServletMappingDecoded("/mcp", "mcp");
        var connector = tomcat.getConnector();
        tomcat.start();
        System.out.println(connector.getLocalPort());
        tomcat.getServer().await();
    }

    private static SyncToolSpecification tool(
            String name, BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> work) {
        var schema =
                Map.<String, Object>of("type", "object", "properties", Map.of("message", Map.of("type", "string")));
        var tool = McpSchema.Tool.builder(name, schema)
                .description("The tool " + name)
                .build();
        return new SyncToolSpecification(tool, work);
    }

    private static CallToolResult text(String text) {
        return CallToolResult.builder().addTextContent(text).build();
    }

    private static String asked(McpSyncServerExchange exchange) {
        var colour = Map.<String, Object>of("type", "string", "default", "blue");
        var answer = exchange.createElicitation(McpSchema.ElicitFormRequest.builder(
                        "Which colour?", Map.of("type", "object", "properties", Map.of("colour", colour)))
                .build());
        return answer.action() + " " + answer.content();
    }

    private static CallToolResult steps(McpSyncServerExchange exchange, CallToolRequest call) {
        for (var step : List.of("one", "two")) {
            exchange.progressNotification(McpSchema.ProgressNotification.builder(call.progressToken(), step.length())
                    .total(10.0)
                    .message(step)
                    .build());
        }
        return text("done");
    }
}
