package dev.pawl.bridge.requests;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.bridge.forms.WireJson;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.Method;
import dev.pawl.hooks.form.JsonForm;
import dev.pawl.hooks.form.SourceForm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers what extensions ask of the host: registrations, flags, tools, commands, programs. */
final class HostRequests {
    private static final int LONGEST_WAIT_MS = 1_000;

    private HostRequests() {}

    static void addTo(Map<Method, Answerer> to) {
        to.put(Method.REGISTER, ask -> {
            ask.hook().registrar().register(ask.object(0));
            return null;
        });
        to.put(Method.OFF, ask -> {
            var function = ask.function(0);
            if (function != null) {
                ask.hook().stopListening(function);
            }
            return null;
        });
        to.put(Method.RUN, ask -> {
            ask.hook().registrar().followRuns();
            return null;
        });
        to.put(Method.FLAG, ask -> ask.hook().registrar().flag(ask.text(0)));
        to.put(
                Method.MCP_SERVERS,
                ask -> ask.host().mcpServers().stream()
                        .map(server -> JsonObject.of("name", server.name(), "config", server.config()))
                        .toList());
        to.put(Method.ACTIVE_TOOLS, ask -> ask.ctx().tools().active());
        to.put(
                Method.ALL_TOOLS,
                ask -> ask.ctx().tools().all().stream().map(WireJson::tool).toList());
        to.put(Method.SET_ACTIVE_TOOLS, ask -> {
            ask.ctx().tools().setActive(ask.texts(0));
            return null;
        });
        to.put(
                Method.COMMANDS,
                ask -> ask.ctx().tools().commands().stream()
                        .map(command -> Fields.of("name", command.name())
                                .given("description", command.description())
                                .put("source", command.kind().name().toLowerCase(Locale.ROOT))
                                .put("sourceInfo", SourceForm.json(command.source()))
                                .json())
                        .toList());
        to.put(Method.SETTINGS, ask -> ask.ctx().project().settings());
        to.put(
                Method.TOOL_TOOLS,
                ask -> ask.tool().callableTools().stream().map(WireJson::tool).toList());
        to.put(Method.TOOL_EXECUTE, HostRequests::nested);
        to.put(Method.TOOL_CALL, ask -> {
            var called = ask.ctx().tools().call(ask.text(0), ask.object(1));
            return JsonObject.of("text", called.text(), "isError", called.isError());
        });
        to.put(Method.TOOL_CHECK, ask -> ask.ctx().tools().refusal(ask.text(0), ask.object(1)));
        to.put(Method.EXEC, HostRequests::exec);
        to.put(Method.VARIABLES, ask -> {
            ask.hook().registrar().setVariables(ask.object(0));
            return null;
        });
        to.put(Method.WAIT, ask -> {
            Thread.sleep(Math.clamp(ask.number(0), 0, LONGEST_WAIT_MS));
            return null;
        });
        to.put(Method.BUS, ask -> {
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
                .put("result", JsonForm.output(result.output()))
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
        var result = ask.host().exec(options, ask.hook().around(command).toArray(String[]::new));
        return JsonObject.from(result);
    }

    private static Object orEmpty(@Nullable Object data) {
        return data == null ? JsonObject.empty() : data;
    }
}
