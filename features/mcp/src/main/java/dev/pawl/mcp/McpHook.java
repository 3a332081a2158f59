package dev.pawl.mcp;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.McpServersChange;
import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.McpServer;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.hooks.registry.ProcessHook;
import dev.pawl.hooks.trace.ProgramEvent;
import dev.pawl.mcp.client.ClientSetup;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.client.SessionAnswers;
import dev.pawl.mcp.config.ConfigValues;
import dev.pawl.mcp.config.Exposure;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.tool.OutputFiles;
import dev.pawl.mcp.tool.ResultContent;
import dev.pawl.mcp.tool.ToolNames;
import dev.pawl.mcp.tool.ToolSearch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The hook that connects tool servers and offers what they have: tools, resources and prompts. */
public final class McpHook implements Hook, ProcessHook, AutoCloseable {
    /** The name under which the hook is shown. */
    public static final String PATH = "builtin:mcp";

    private static final String STATUS = "mcp";
    /** The tool by which the model writes scripts; another hook's tool of that name does not say what it reaches. */
    private static final String SCRIPTS = "codemode";

    private static final Set<Connection.State> REPORTED = Set.of(
            Connection.State.CONNECTED,
            Connection.State.FAILED,
            Connection.State.NEEDS_SIGN_IN,
            Connection.State.DISCONNECTED);
    private static final Duration FIRST_PROMPT_WAIT = Duration.ofSeconds(10);
    private static final Duration SEARCH_WAIT = Duration.ofSeconds(25);
    private static final Duration WAIT_BEFORE_STATUS = Duration.ofMillis(300);

    private final McpSetup setup;
    private final List<McpServer> registered;
    private final ToolPins pins;
    private final ServerLog log;
    private final AtomicBoolean waited = new AtomicBoolean();
    private final Set<String> reported = new HashSet<>();
    private volatile @Nullable Parts parts;
    private volatile Set<String> loaded = Set.of();
    /** Whether the model wrote scripts at the last prompt. */
    private volatile boolean scripted;

    /** The parts that exist once the hook is installed. */
    private record Parts(
            Host host,
            SessionServers servers,
            ServerTools tools,
            ServerPrompts prompts,
            Approvals approvals,
            ResourceOffer resources) {}

    /** @param registered the servers that other hooks registered while they were installed */
    public McpHook(McpSetup setup, List<McpServer> registered) {
        this.setup = setup;
        this.registered = List.copyOf(registered);
        this.pins = new ToolPins(setup.folders().agentDir());
        this.log = new ServerLog(setup.folders().agentDir());
    }

    @Override
    public @Nullable ProcessHandle process() {
        return null; // There is one for each server, or none.
    }

    @Override
    public void install(Host host) {
        var values = new ConfigValues(setup.environment());
        ProviderKeys keys = provider -> {
            var ctx = context(host);
            return ctx == null ? null : ProviderKeys.of(ctx.models(), provider);
        };
        var transports =
                new TransportOpener(setup.folders(), values, setup.network(), keys, setup.changed(), setup.given());
        var results = new ResultContent(new OutputFiles(setup.environment()));
        var starts = new StartSchedule(setup.later());
        var servers = new SessionServers(
                setup.config().servers(),
                entry -> connection(host, transports, entry),
                connection -> starts.schedule(connection, mode(host)));
        var tools = new ServerTools(host, results, () -> readable(servers));
        var made = new Parts(
                host,
                servers,
                tools,
                new ServerPrompts(host, results),
                new Approvals(pins),
                new ResourceOffer(host, new ResourceTools(() -> withResources(servers), results)));
        parts = made;
        host.tool(ToolSearch.tool());
        host.on(HookPoints.INPUT, (input, ctx) -> made.prompts().given(input, servers, ctx));
        host.on(HookPoints.TOOL_EXECUTION_START, (start, ctx) -> awaitReached(servers, start, ctx));
        new McpCommand(host, servers, this::changed).register();
        host.on(HookPoints.SESSION_START, (_, ctx) -> {
            loaded = ToolSearch.loadedOn(ctx.session().branch());
            servers.begin();
            registered(made, registered);
            activateSearch(ctx, servers);
            report(ctx, setup.config().problems());
        });
        host.on(HookPoints.AFTER_PROVIDER_RESPONSE, (_, _) -> starts.startWaiting());
        host.on(HookPoints.SESSION_TREE, (_, ctx) -> switchBranch(ctx));
        host.on(HookPoints.MCP_SERVERS_CHANGE, (McpServersChange event, HookContext ctx) -> {
            registered(made, event.servers());
            activateSearch(ctx, servers);
        });
        host.on(HookPoints.BEFORE_AGENT_START, (event, ctx) -> beforeAgentStart(made, event, ctx));
    }

    private Connection connection(Host host, TransportOpener transports, ServerEntry entry) {
        var ctx = context(host);
        boolean asks = ctx != null && ctx.ui().hasUser();
        var answers = new SessionAnswers(
                entry.name(),
                setup.folders().cwd(),
                asks,
                host::context,
                (channel, question) -> host.events().emit(channel, question));
        return new Connection(
                entry,
                transports,
                new ClientSetup(setup.version(), entry.timeout(), ClientSetup.Start.BOTH, answers, _ -> {}),
                new Connection.Listener() {
                    @Override
                    public void toolsChanged(Connection connection) {
                        McpHook.this.toolsChanged(connection);
                    }

                    @Override
                    public void stateChanged(Connection connection) {
                        McpHook.this.stateChanged(connection);
                    }

                    @Override
                    public void promptsChanged(Connection connection) {
                        var now = parts;
                        if (now != null) {
                            now.prompts().update(connection);
                        }
                    }

                    @Override
                    public void logged(Connection connection, JsonObject params) {
                        log.write(connection.entry().name(), params);
                    }
                });
    }

    private void registered(Parts now, List<McpServer> wanted) {
        var problems = now.servers()
                .registered(wanted, gone -> now.tools().remove(gone.entry().name()));
        var ctx = context(now.host());
        if (ctx != null) {
            report(ctx, problems);
        }
    }

    private void toolsChanged(Connection connection) {
        var now = parts;
        if (now == null) {
            return;
        }
        try {
            var changed = now.approvals().changedTools(connection);
            now.tools().update(connection, tool -> changed.contains(tool.string("name", "")));
            now.resources().update(withResources(now.servers()));
            var ctx = context(now.host());
            if (ctx != null) {
                activateLoaded(ctx);
                report(
                        ctx,
                        connection.refused().stream()
                                .map(why -> "MCP server \"" + connection.entry().name() + "\": " + why)
                                .toList());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // The session has ended meanwhile.
        }
    }

    /** Replaces the entry of a server, and connects it again unless it is disabled. */
    private void changed(ServerEntry entry) {
        var now = parts;
        if (now != null) {
            if (!entry.isEnabled() || entry.exposure() == Exposure.HIDDEN) {
                now.tools().remove(entry.name());
            }
            now.servers().replace(entry);
        }
    }

    private void stateChanged(Connection connection) {
        var now = parts;
        var state = connection.state();
        if (now != null && REPORTED.contains(state)) {
            record(now.host(), connection, state);
        }
        var ctx = now == null ? null : context(now.host());
        if (ctx == null || (state != Connection.State.FAILED && state != Connection.State.NEEDS_SIGN_IN)) {
            return;
        }
        var name = connection.entry().name();
        report(
                ctx,
                List.of(
                        state == Connection.State.FAILED
                                ? "MCP server \"" + name + "\" could not be connected: " + connection.error()
                                : "MCP server \"" + name + "\" needs a sign-in: "
                                        + connection.entry().signIn()
                                        + ", then /mcp reconnect " + name));
    }

    /** Reports the state of a connection to telemetry. */
    private static void record(Host host, Connection connection, Connection.State state) {
        var entry = connection.entry();
        try {
            host.events()
                    .emit(
                            ProgramEvent.CHANNEL,
                            new ProgramEvent(
                                    "mcp_server_connection",
                                    Map.of(
                                            "server_name", entry.name(),
                                            "server_scope", entry.scope().name().toLowerCase(Locale.ROOT),
                                            "transport_type", entry.isHttp() ? "http" : "stdio",
                                            "status", state.name().toLowerCase(Locale.ROOT))));
        } catch (IllegalStateException e) {
            // The session has ended meanwhile.
        }
    }

    /** Each problem is reported once. */
    private void report(HookContext ctx, List<String> problems) {
        for (var problem : problems) {
            synchronized (reported) {
                if (!reported.add(problem)) {
                    continue;
                }
            }
            try {
                ctx.ui().notify(problem, Severity.WARNING);
            } catch (IllegalStateException e) {
                return;
            }
        }
    }

    /** Waits before the first prompt, for a limited time, for servers whose tools the request declares. */
    private BeforeAgentStart beforeAgentStart(Parts now, BeforeAgentStart event, HookContext ctx)
            throws InterruptedException {
        if (waited.compareAndSet(false, true)) {
            await(now.servers().enabled(one -> one.entry().hasDirectTools()), ctx);
        }
        for (var connection : now.approvals().ask(ctx)) {
            toolsChanged(connection);
        }
        activateLoaded(ctx);
        boolean scripts = writesScripts(ctx);
        if (scripted && !scripts) {
            activateSearch(ctx, now.servers());
        }
        scripted = scripts;
        var section = ServersSection.of(now.servers().all(), scripts);
        var options = event.systemPromptOptions();
        return section == null || section.equals(options.sections().get(ServersSection.NAME))
                ? event
                : event.withOptions(options.withSection(ServersSection.NAME, section));
    }

    /** A call that may use tools of servers waits for these: one that searches for all of them, one that names some for those. */
    private static void awaitReached(SessionServers servers, ToolExecutionStart start, HookContext ctx)
            throws InterruptedException {
        var reach = ctx.tools().all().stream()
                .filter(tool -> tool.name().equals(start.toolName()))
                .map(tool -> tool.traits().reach())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (reach != null) {
            var reached = reach.of(start.args());
            SessionServers.await(
                    servers.enabled(one -> one.entry().hasSearchedTools() && isReached(one, reached)), SEARCH_WAIT);
        }
    }

    private static boolean isReached(Connection server, List<String> reached) {
        var prefix = ToolNames.of(server.entry().name(), "", _ -> false);
        return reached.contains("all") || reached.stream().anyMatch(name -> name.startsWith(prefix));
    }

    private static void await(List<Connection> wanted, HookContext ctx) throws InterruptedException {
        var late = SessionServers.await(wanted, WAIT_BEFORE_STATUS);
        if (late.isEmpty()) {
            return;
        }
        var text = "waiting for MCP server " + String.join(", ", late) + " (at most " + FIRST_PROMPT_WAIT.toSeconds()
                + " s)";
        ctx.ui().setStatus(STATUS, text);
        if (ctx.ui().mode() == Mode.PRINT) {
            ctx.ui().notify(text, Severity.INFO);
        }
        try {
            var missing = SessionServers.await(wanted, FIRST_PROMPT_WAIT.minus(WAIT_BEFORE_STATUS));
            if (!missing.isEmpty()) {
                ctx.ui()
                        .notify(
                                "MCP server " + String.join(", ", missing)
                                        + " is not connected yet; its tools are declared as soon as it is.",
                                Severity.WARNING);
            }
        } finally {
            ctx.ui().setStatus(STATUS, null);
        }
    }

    /** Returns whether the model writes scripts that may call all tools. */
    private static boolean writesScripts(HookContext ctx) {
        var active = ctx.tools().active();
        return ctx.tools().all().stream()
                .anyMatch(tool ->
                        tool.name().equals(SCRIPTS) && tool.traits().reach() != null && active.contains(tool.name()));
    }

    /** Activates the search tool if a server has tools that the model reaches by nothing else. */
    private static void activateSearch(HookContext ctx, SessionServers servers) {
        var active = ctx.tools().active();
        boolean scripts = writesScripts(ctx);
        if (!active.contains(ToolSearch.NAME)
                && !servers.enabled(one -> one.entry().hasSearchedTools()
                                && !(scripts && one.entry().hasScriptedTools()))
                        .isEmpty()) {
            var next = new ArrayList<>(active);
            next.add(ToolSearch.NAME);
            ctx.tools().setActive(next);
        }
    }

    /** Declares the tools that were loaded on this branch before, if they exist. */
    private void activateLoaded(HookContext ctx) {
        var wanted = loaded;
        if (wanted.isEmpty()) {
            return;
        }
        var active = ctx.tools().active();
        var existing = ctx.tools().all().stream().map(ToolInfo::name).collect(Collectors.toSet());
        var next = new LinkedHashSet<>(active);
        wanted.stream().filter(existing::contains).forEach(next::add);
        if (next.size() > active.size()) {
            ctx.tools().setActive(List.copyOf(next));
        }
    }

    /** Activates the tools that were loaded on the new branch, and deactivates the others. */
    private void switchBranch(HookContext ctx) {
        loaded = ToolSearch.loadedOn(ctx.session().branch());
        var searched = ctx.tools().all().stream()
                .filter(tool -> tool.traits().exposure() == ToolTraits.Exposure.DEFERRED)
                .map(ToolInfo::name)
                .collect(Collectors.toSet());
        var next = new ArrayList<>(ctx.tools().active());
        next.removeIf(name -> searched.contains(name) && !loaded.contains(name));
        loaded.stream()
                .filter(name -> searched.contains(name) && !next.contains(name))
                .forEach(next::add);
        ctx.tools().setActive(next);
    }

    private static List<Connection> withResources(SessionServers servers) {
        return servers.enabled(one -> {
            var agreed = one.agreement();
            return agreed != null && agreed.offers("resources") && one.entry().exposure() != Exposure.HIDDEN;
        });
    }

    private static Set<String> readable(SessionServers servers) {
        return withResources(servers).stream().map(one -> one.entry().name()).collect(Collectors.toSet());
    }

    private static @Nullable Mode mode(Host host) {
        var ctx = context(host);
        return ctx == null ? null : ctx.ui().mode();
    }

    private static @Nullable HookContext context(Host host) {
        try {
            return host.context();
        } catch (IllegalStateException e) {
            return null;
        }
    }

    @Override
    public void close() {
        var now = parts;
        if (now != null) {
            now.servers().close();
        }
    }
}
