package dev.pawl.bridge.register;

import dev.pawl.api.Command;
import dev.pawl.api.Flag;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.Shortcut;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.api.value.McpServer;
import dev.pawl.api.value.OnFailure;
import dev.pawl.bridge.forms.Attachments;
import dev.pawl.bridge.forms.ModelShape;
import dev.pawl.bridge.forms.WireJson;
import dev.pawl.bridge.process.BusGuard;
import dev.pawl.bridge.protocol.ExtensionCalls;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.RegistrationKind;
import dev.pawl.bridge.screen.NodeToolRenderer;
import dev.pawl.bridge.screen.Screens;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Registers the contributions of an extension with the host. */
public final class Registrar {
    /** The type into which an entry of an extension's own type is read on this side, where it is not used. */
    record Claimed() {}

    /** The event handlers of the extension. */
    public interface Handlers {
        /** Calls a function of the extension for the events of a name. */
        void listen(Host host, String name, long function, @Nullable OnFailure onFailure);

        /** Reports to the extension that a run has settled. */
        void settled(boolean aborted) throws InterruptedException;
    }

    private final ExtensionCalls hook;
    private final Handlers handlers;
    private final BusGuard bus;
    private final Host host;
    private final Screens screens;
    private final Map<String, String> flags = new HashMap<>();
    private final Map<String, String> variables = new ConcurrentHashMap<>();
    private final Set<JsonObject> lasting = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean following = new AtomicBoolean();

    public Registrar(ExtensionCalls hook, Handlers handlers, BusGuard bus, Host host) {
        this.hook = hook;
        this.handlers = handlers;
        this.bus = bus;
        this.host = host;
        this.screens = new Screens(hook);
    }

    public Host host() {
        return host;
    }

    public Screens screens() {
        return screens;
    }

    /** Registers one thing of an extension that was loaded again; what would only be there twice is left as it is. */
    public void registerAgain(JsonObject what) {
        var kind = RegistrationKind.find(what.string("kind"));
        boolean lasts = kind == RegistrationKind.BUS || kind == RegistrationKind.TOOL_RENDERER;
        if (!lasts || !lasting.contains(what)) {
            register(what);
        }
    }

    /** Registers one thing, as the other side describes it. */
    public void register(JsonObject what) {
        long function = what.number("function", 0);
        var kind = RegistrationKind.find(what.string("kind"));
        if (kind == null) {
            throw new IllegalArgumentException("an extension cannot register " + what.get("kind") + ": " + what);
        }
        switch (kind) {
            case ON -> handlers.listen(host, what.string("name", ""), function, onFailure(what.string("onFailure")));
            case TOOL -> host.tool(NodeTool.of(hook, screens, what));
            case COMMAND -> host.command(command(what, function));
            case SHORTCUT ->
                host.shortcut(new Shortcut(
                        what.string("key", ""), what.string("description", ""), ctx -> hook.call(function, ctx)));
            case FLAG -> flag(what);
            case MESSAGE_RENDERER ->
                host.messageRenderer(
                        what.string("type", ""),
                        (message, options, theme) ->
                                screens.drawing(function, message.toJson(), Screens.options(options)));
            case ENTRY_RENDERER ->
                host.entryRenderer(
                        what.string("type", ""),
                        (entry, options, theme) -> screens.drawing(function, entry.toJson(), Screens.options(options)));
            case ENTRY_TYPE -> {
                var type = what.string("type", "");
                // One that was only seen in the extension's text may be anything.
                if (!what.bool("quietly", false) || !Entry.RESERVED.contains(type)) {
                    host.entry(type, Claimed.class);
                }
            }
            case TOOL_RENDERER -> {
                lasting.add(what);
                host.toolRenderer((name, next) -> NodeToolRenderer.resolve(screens, function, name, next));
            }
            case MARKDOWN -> host.markdownTransformer(markdown(function));
            case PROVIDER -> host.provider(what.string("name", ""), NodeProvider.of(hook, screens, what));
            case REMOVE_PROVIDER -> host.removeProvider(what.string("name", ""));
            case MODEL_OVERRIDE ->
                host.modelOverride(what.string("provider", ""), what.string("id", ""), what.object("fields"));
            case VIRTUAL_MODEL -> host.virtualModel(virtual(what.object("model"), function));
            case REMOVE_VIRTUAL_MODEL -> host.removeVirtualModel(what.string("provider", ""), what.string("id", ""));
            case MCP -> host.mcpServer(new McpServer(what.string("name", ""), what.object("config")));
            case REMOVE_MCP -> host.removeMcpServer(what.string("name", ""));
            case BUS -> {
                lasting.add(what);
                listenToBus(what.string("channel", ""), function);
            }
        }
    }

    private static @Nullable OnFailure onFailure(@Nullable String written) {
        if (written == null) {
            return null;
        }
        return switch (written) {
            case "stop" -> OnFailure.STOP;
            case "pass" -> OnFailure.PASS;
            default ->
                throw new IllegalArgumentException(
                        "on(): onFailure must be \"stop\" or \"pass\", not \"" + written + "\"");
        };
    }

    /** The value of a flag: a truth, a text, or null where none was given. */
    @Nullable
    public Object flag(String name) {
        return switch (flags.getOrDefault(name, "")) {
            case "boolean" -> host.flagged(name) ? true : null;
            case "string" -> host.flagValue(name);
            default -> null;
        };
    }

    /** From now on reports the end of runs to the extension, because it keeps the signal of one. */
    public void followRuns() {
        if (following.compareAndSet(false, true)) {
            host.on(HookPoints.AGENT_SETTLED, (settled, _) -> handlers.settled(settled.aborted()));
        }
    }

    /** Gives variables that the extension set in its own process to the shell commands that are started here. */
    public void setVariables(JsonObject changed) {
        boolean first = variables.isEmpty();
        changed.asMap().forEach((name, value) -> variables.put(name, String.valueOf(value)));
        if (first) {
            host.spawn(request -> {
                var given = request;
                for (var variable : variables.entrySet()) {
                    given = given.withVariable(variable.getKey(), variable.getValue());
                }
                return given;
            });
        }
    }

    /** Sends an event on the bus that the extensions in Node have received already. */
    public void emit(String channel, Object data) {
        bus.emit(() -> host.events().emit(channel, data));
    }

    private void listenToBus(String channel, long function) {
        host.events().on(channel, data -> {
            if (!bus.ofExtensions()) {
                try {
                    hook.call(function, null, data);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    private void flag(JsonObject what) {
        var name = what.string("name", "");
        var description = what.string("description", "");
        flags.put(name, what.string("type", ""));
        host.flag(
                switch (what.string("type", "")) {
                    case "boolean" -> new Flag.Switch(name, description, what.bool("default", false));
                    case "string" -> new Flag.Text(name, description, what.string("default"));
                    default ->
                        throw new IllegalArgumentException("flag \"" + name
                                + "\": its type must be \"boolean\" or \"string\", not " + what.get("type"));
                });
    }

    private Command command(JsonObject what, long function) {
        var complete = what.get("complete") instanceof Number number ? (Long) number.longValue() : null;
        return new Command(
                what.string("name", ""),
                what.string("description", ""),
                ctx -> outcome(hook.command(function, ctx)),
                complete == null ? null : prefix -> completions(hook.call(complete, null, prefix)));
    }

    private static Outcome outcome(@Nullable Object returned) {
        if (returned instanceof String text) {
            return Outcome.prompt(text);
        }
        if (returned instanceof JsonObject json) {
            if (json.get("prompt") instanceof String prompt) {
                return new Outcome.Prompt(prompt, Attachments.blocks(json.get("attachments")));
            }
            if (json.get("status") instanceof String status) {
                return Outcome.status(status);
            }
        }
        return Outcome.nothing();
    }

    private static List<Command.Completion> completions(@Nullable Object items) {
        var completions = new ArrayList<Command.Completion>();
        if (items instanceof List<?> list) {
            for (var item : list) {
                if (item instanceof JsonObject json && json.get("value") instanceof String value) {
                    completions.add(
                            new Command.Completion(value, json.string("label", value), json.string("description")));
                }
            }
        }
        return completions;
    }

    private MarkdownTransformer markdown(long function) {
        return (markdown, shown) -> {
            var kind = switch (shown.kind()) {
                case USER -> "user";
                case ASSISTANT -> "assistant";
                case THINKING -> "assistant-thinking";
            };
            var changed = screens.quickly(
                    function,
                    markdown,
                    Fields.of("messageType", kind)
                            .put("isStreaming", shown.streaming())
                            .put("availableWidth", shown.availableWidth())
                            .given("messageId", shown.messageId())
                            .given("timestamp", shown.timestamp())
                            .json());
            return changed instanceof String text ? text : markdown;
        };
    }

    private VirtualModel virtual(JsonObject json, long function) {
        var levels = json.strings("thinkingLevels").stream()
                .map(ThinkingLevel::find)
                .filter(java.util.Objects::nonNull)
                .toList();
        var input = EnumSet.noneOf(Model.Medium.class);
        for (var medium : Model.Medium.values()) {
            if (!json.has("input") || json.strings("input").contains(WireJson.word(medium))) {
                input.add(medium);
            }
        }
        return new VirtualModel(
                json.string("provider", ""),
                json.string("id", ""),
                json.string("name", json.string("id", "")),
                levels.isEmpty() ? List.of(ThinkingLevel.OFF) : levels,
                json.get("contextWindow") instanceof Number number ? (Long) number.longValue() : null,
                json.get("maxTokens") instanceof Number number ? (Long) number.longValue() : null,
                input,
                (request, ctx) -> route(
                        hook.call(
                                function,
                                ctx,
                                Fields.of("model", ModelShape.of(request.model()))
                                        .put(
                                                "thinkingLevel",
                                                request.thinkingLevel().wire())
                                        .put("reason", WireJson.word(request.reason()))
                                        .given("previous", ModelShape.orNull(request.previous()))
                                        .given("failed", ModelShape.orNull(request.failed()))
                                        .given("state", request.state())
                                        .put("messages", WireJson.messages(request.messages()))
                                        .json()),
                        request));
    }

    private VirtualModel.Route route(@Nullable Object returned, VirtualModel.Request request) {
        if (!(returned instanceof JsonObject json) || !(json.get("model") instanceof JsonObject wanted)) {
            throw new IllegalArgumentException("route must return { model, thinkingLevel }, not " + returned);
        }
        var found = host.context().models().find(wanted.string("provider", ""), wanted.string("id", ""));
        if (found == null) {
            throw new IllegalArgumentException("route chose a model that is not there: " + wanted.string("provider", "")
                    + "/" + wanted.string("id", ""));
        }
        var level = ThinkingLevel.find(json.string("thinkingLevel"));
        return new VirtualModel.Route(
                found,
                level == null ? request.thinkingLevel() : level,
                json.get("state") instanceof JsonObject state ? state : null);
    }
}
