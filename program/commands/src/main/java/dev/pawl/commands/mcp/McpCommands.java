package dev.pawl.commands.mcp;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.Browser;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Version;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.trust.Trust;
import dev.pawl.mcp.McpSetup;
import dev.pawl.mcp.ServerAccess;
import dev.pawl.mcp.ServerText;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.ForeignConfig;
import dev.pawl.mcp.config.McpConfig;
import dev.pawl.mcp.config.McpEdit;
import dev.pawl.mcp.config.ServerCheck;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.oauth.Callback;
import dev.pawl.mcp.oauth.LoopbackSignIn;
import dev.pawl.start.ModelAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command {@code pawl mcp}: lists, tests and changes configured servers without a session. */
public final class McpCommands {
    private static final String USAGE = """
        pawl mcp list [--json]                           connects every server and shows its state
        pawl mcp test NAME                               the same for one server, with its tools
        pawl mcp add NAME [-l] [OPTIONS] -- COMMAND …    a program; --env NAME=VALUE, --cwd FOLDER
        pawl mcp add NAME [-l] [OPTIONS] --url URL       an address; --header NAME=VALUE, --bearer-token-env-var NAME
                                                         both: --exposure, --timeout, --description
        pawl mcp remove NAME [-l]
        pawl mcp import FILE [-l]                        from Claude, Cursor, VS Code, Codex or opencode
        pawl mcp login NAME [-l], pawl mcp logout NAME [-l]
        pawl mcp serve [OPTIONS]                         serves other agents: the tools run, continue and cancel;
                                                         the options are those of pawl, as --model or --hook
        -l, --local: .pi/mcp.json of the project instead of your own file; to login and logout a server of the project only\
        """;

    private final Places places;
    private final Streams streams;

    private McpCommands(Places places, Streams streams) {
        this.places = places;
        this.streams = streams;
    }

    /**
     * Runs a command.
     *
     * @param words what follows {@code mcp}
     */
    public static int run(List<String> words, Places places, Streams streams) throws Exception {
        if (words.equals(List.of("--help"))) {
            streams.out().println(USAGE);
            return 0;
        }
        var commands = new McpCommands(places, streams);
        var rest = new ArrayList<>(words);
        boolean shortForm = commands.removeSwitch(rest, "-l");
        boolean local = commands.removeSwitch(rest, "--local") || shortForm;
        var name = rest.isEmpty() ? "" : rest.removeFirst();
        if (name.equals("list")) {
            boolean json = rest.remove("--json");
            if (rest.isEmpty()) {
                return commands.list(json);
            }
        }
        if (name.equals("add") && rest.size() > 1) {
            return commands.add(local, rest.removeFirst(), AddedServer.of(rest));
        }
        if (rest.size() != 1 || !Subcommand.MCP.words.contains(name) || name.equals("list") || name.equals("add")) {
            throw Refusal.ofArguments("mcp takes one of these:\n" + USAGE);
        }
        return switch (name) {
            case "test" -> commands.test(rest.getFirst());
            case "remove" -> commands.remove(local, rest.getFirst());
            case "import" -> commands.imported(local, Path.of(rest.getFirst()));
            case "login" -> commands.login(local, rest.getFirst());
            default -> commands.logout(local, rest.getFirst());
        };
    }

    /** Removes a switch from the arguments before a {@code --}. */
    private boolean removeSwitch(List<String> words, String option) {
        int end = words.indexOf("--");
        int at = words.indexOf(option);
        if (at < 0 || (end >= 0 && at > end)) {
            return false;
        }
        words.remove(at);
        return true;
    }

    private McpSetup setup() throws IOException, InterruptedException {
        var folders = places.folders();
        var settings = SettingsStore.in(folders).read(false);
        var defaultTrust = settings.get(Keys.DEFAULT_PROJECT_TRUST);
        var trust = new Trust(folders);
        boolean trusted = trust.decide(null, defaultTrust, Trust.Voices.NONE).loads()
                && trust.changes().isEmpty();
        return new McpSetup(
                folders,
                McpConfig.read(folders, trusted),
                places.environment(),
                Version.text(),
                settings.network(folders, places.environment()),
                () -> null,
                _ -> Map.of(),
                Runnable::run);
    }

    private ServerAccess access(McpSetup setup) {
        return new ServerAccess(setup, provider -> {
            try (var notices = new NoticePrinter(places, streams.err())) {
                return ModelAccess.key(places, provider, notices);
            }
        });
    }

    private int list(boolean json) throws IOException, InterruptedException {
        var setup = setup();
        var problems = setup.config().problems();
        if (!json) {
            problems.forEach(problem -> streams.err().println("pawl: " + problem));
        }
        var access = access(setup);
        var all = setup.config().servers().stream().map(access::connection).toList();
        all.stream().filter(one -> one.entry().isEnabled()).forEach(Connection::start);
        boolean success = problems.isEmpty();
        var reports = new ArrayList<JsonObject>();
        for (var one : all) {
            if (one.entry().isEnabled()) {
                one.awaitSettled(one.entry().timeout().multipliedBy(3));
                success &= one.state() == Connection.State.CONNECTED;
            }
            if (json) {
                reports.add(ServerText.json(one));
            } else {
                ServerText.details(one).forEach(streams.out()::println);
            }
            one.close();
        }
        if (json) {
            streams.out().println(Json.writeIndented(JsonObject.of("servers", reports, "errors", problems)));
        } else if (all.isEmpty()) {
            streams.out().println("no MCP servers are configured in " + McpConfig.userFile(places.folders()));
        }
        return success ? 0 : 1;
    }

    private int test(String name) throws IOException, InterruptedException {
        var setup = setup();
        try (var one = access(setup).connection(find(setup, name))) {
            one.start();
            one.awaitSettled(one.entry().timeout().multipliedBy(3));
            ServerText.details(one).forEach(streams.out()::println);
            return one.state() == Connection.State.CONNECTED ? 0 : 1;
        }
    }

    private Path file(boolean local) {
        return local ? McpConfig.projectFile(places.folders()) : McpConfig.userFile(places.folders());
    }

    private int add(boolean local, String name, JsonObject config) throws IOException, InterruptedException {
        var flaw = ServerCheck.flaw(name, config);
        if (flaw != null) {
            throw Refusal.ofArguments(flaw);
        }
        boolean replaced = McpEdit.add(file(local), name, config);
        streams.out().println((replaced ? "replaced " : "added ") + name + " in " + file(local));
        return 0;
    }

    private int remove(boolean local, String name) throws IOException, InterruptedException {
        if (!McpEdit.remove(file(local), name)) {
            throw Refusal.because(file(local) + " has no MCP server \"" + name + "\"");
        }
        streams.out().println("removed " + name + " from " + file(local));
        return 0;
    }

    private int imported(boolean local, Path from) throws IOException, InterruptedException {
        var existing = new ArrayList<String>();
        var file = places.cwd().resolve(from).normalize();
        // Servers of the imported file itself do not count, if it is read already, such as .mcp.json of the project.
        McpConfig.read(places.folders(), true).servers().stream()
                .filter(entry -> !entry.source().equals(file.toString()))
                .forEach(entry -> existing.add(entry.name()));
        boolean success = true;
        int added = 0;
        for (var one : ForeignConfig.read(file).entrySet()) {
            var flaw = ServerCheck.flaw(one.getKey(), one.getValue());
            if (existing.contains(one.getKey())) {
                flaw = "server \"" + one.getKey() + "\" exists already and was not changed";
            }
            if (flaw != null) {
                streams.err().println("pawl: " + from + ": " + flaw);
                success = false;
            } else {
                add(local, one.getKey(), one.getValue());
                added++;
            }
        }
        if (added == 0 && success) {
            throw Refusal.because(from + " names no MCP servers");
        }
        return success ? 0 : 1;
    }

    private int login(boolean local, String name) throws IOException, InterruptedException {
        var setup = setup();
        var entry = find(setup, local, name);
        var access = access(setup);
        try (var page = signInPage(access.callback(entry), places, streams)) {
            access.login(entry, page);
        }
        streams.out().println("signed in to " + name);
        return 0;
    }

    private int logout(boolean local, String name) throws IOException, InterruptedException {
        var setup = setup();
        boolean existing = access(setup).logout(find(setup, local, name));
        streams.out().println(existing ? "signed out of " + name : "there was no sign-in to " + name);
        return 0;
    }

    private static ServerEntry find(McpSetup setup, boolean local, String name) {
        var entry = find(setup, name);
        if (local && entry.scope() != ServerEntry.Scope.PROJECT) {
            throw Refusal.because("MCP server \"" + name + "\" is one of " + entry.source()
                    + " and not of the project; leave --local out");
        }
        return entry;
    }

    private static ServerEntry find(McpSetup setup, String name) {
        var servers = setup.config().servers();
        return servers.stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Refusal.because("there is no MCP server \"" + name + "\"; "
                        + servers.stream()
                                .map(ServerEntry::name)
                                .reduce((a, b) -> a + ", " + b)
                                .map(names -> "there are: " + names)
                                .orElse("none is configured")));
    }

    /** Opens the page of a sign-in in the browser; the address to which it redirects can also be pasted into standard input. */
    private static LoopbackSignIn signInPage(Callback callback, Places places, Streams streams) throws IOException {
        var page = new LoopbackSignIn(callback, address -> showPage(address, places, streams));
        Thread.ofPlatform().daemon().name("mcp pasted").start(() -> {
            try {
                var in = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
                for (var line = in.readLine(); line != null; line = in.readLine()) {
                    if (!line.isBlank() && !page.pasted(line)) {
                        streams.out()
                                .println("This is not the address of the sign-in. Paste the whole address that begins"
                                        + " with "
                                        + page.redirectUri() + "?");
                        streams.out().flush();
                    }
                }
            } catch (IOException e) {
                // Without standard input, the browser must be on this machine.
            }
        });
        return page;
    }

    private static void showPage(URI page, Places places, Streams streams) {
        streams.out()
                .println("Open this page to sign in:\n" + page
                        + "\nIf the browser is on another machine, paste the address that it was redirected to here.");
        streams.out().flush();
        Browser.open(page.toString(), places.environment());
    }
}
