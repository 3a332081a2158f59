package dev.pawl.bridge.requests;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.bridge.forms.WireJson;
import dev.pawl.bridge.protocol.Fields;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What extensions ask of the host: registrations, flags, tools, commands, programs. */
final class HostRequests {
    private HostRequests() {}

    static void addTo(Map<String, Requests.Answerer> to) {
        to.put("register", ask -> {
            ask.hook().registrar().register(ask.object(0));
            return null;
        });
        to.put("off", ask -> {
            var function = ask.function(0);
            if (function != null) {
                ask.hook().stopListening(function);
            }
            return null;
        });
        to.put("run", ask -> {
            ask.hook().registrar().followRuns();
            return null;
        });
        to.put("flag", ask -> ask.hook().registrar().flag(ask.text(0)));
        to.put(
                "mcpServers",
                ask -> ask.host().mcpServers().stream()
                        .map(server -> JsonObject.of("name", server.name(), "config", server.config()))
                        .toList());
        to.put("activeTools", ask -> ask.ctx().activeTools());
        to.put(
                "allTools",
                ask -> ask.ctx().allTools().stream().map(WireJson::tool).toList());
        to.put("setActiveTools", ask -> {
            ask.ctx().setActiveTools(ask.texts(0));
            return null;
        });
        to.put(
                "commands",
                ask -> ask.ctx().commands().stream()
                        .map(command -> Fields.of("name", command.name())
                                .given("description", command.description())
                                .put("source", command.kind().name().toLowerCase(Locale.ROOT))
                                .put("sourceInfo", WireJson.source(command.source()))
                                .json())
                        .toList());
        to.put("settings", ask -> ask.ctx().settings());
        to.put(
                "tool.tools",
                ask -> ask.tool().tools().stream().map(WireJson::tool).toList());
        to.put("tool.execute", HostRequests::nested);
        to.put("exec", HostRequests::exec);
        to.put("variables", ask -> {
            ask.hook().registrar().setVariables(ask.object(0));
            return null;
        });
        to.put("bus", ask -> {
            ask.hook().registrar().emit(ask.text(0), orEmpty(ask.arg(1)));
            return null;
        });
    }

    private static JsonObject nested(ExtensionRequest ask) throws InterruptedException {
        var name = ask.text(0);
        var arguments = ask.object(1);
        var result = ask.tool().executeTool(name, arguments);
        return Fields.of(
                        "toolCall",
                        Fields.of("type", "toolCall")
                                .put("id", result.toolCallId())
                                .put("name", name)
                                .put("arguments", arguments)
                                .json())
                .put("result", WireJson.output(result.output()))
                .put("isError", result.isError())
                .json();
    }

    private static JsonObject exec(ExtensionRequest ask) throws InterruptedException {
        var command = new ArrayList<String>();
        command.add(ask.text(0));
        command.addAll(ask.texts(1));
        var json = ask.object(2);
        var options = ExecOptions.DEFAULT;
        if (json.get("timeout") instanceof Number millis && millis.longValue() > 0) {
            options = options.withTimeout(Duration.ofMillis(millis.longValue()));
        }
        if (json.get("cwd") instanceof String cwd) {
            options = options.in(Path.of(cwd));
        }
        if (json.get("maxBuffer") instanceof Number bytes) {
            options = options.withMaxBuffer(bytes.longValue());
        }
        var result = ask.host().exec(options, command.toArray(String[]::new));
        return JsonObject.from(result);
    }

    private static Object orEmpty(@Nullable Object data) {
        return data == null ? JsonObject.empty() : data;
    }
}
