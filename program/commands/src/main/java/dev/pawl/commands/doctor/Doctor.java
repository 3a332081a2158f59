package dev.pawl.commands.doctor;

import dev.pawl.ai.Models;
import dev.pawl.ai.http.Http;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.base.Programs;
import dev.pawl.base.net.Proxies;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.cli.Version;
import dev.pawl.commands.hooks.Finding;
import dev.pawl.commands.hooks.HookDoctor;
import dev.pawl.config.settings.Settings;
import dev.pawl.policy.permission.ConfinedShell;
import dev.pawl.policy.sandbox.SandboxSettings;
import dev.pawl.start.Wiring;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLException;

/** The command {@code pawl doctor}: checks the machine, keys, network, sandbox, trust and hooks, and says what to do. */
public final class Doctor {
    private static final String USAGE = """
        pawl doctor [--json] [--offline]          check the machine, keys, network, sandbox, trust, hooks and caches
          --offline                               ask no provider
          --bundle FILE                           write what support needs to know into a zip, without secrets\
        """;

    private static final long LITTLE_DISK = 200L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Places places;
    private final Settings settings;
    private final List<Finding> findings = new ArrayList<>();

    private Doctor(Places places, Settings settings) {
        this.places = places;
        this.settings = settings;
    }

    /**
     * Runs the command; 1 if something has to be mended.
     *
     * @param args what follows {@code doctor}
     */
    public static int run(List<String> args, Places places, Streams streams) throws Exception {
        if (args.contains("--help")) {
            streams.out().println(USAGE);
            return 0;
        }
        var rest = new ArrayList<>(args);
        boolean json = rest.remove("--json");
        boolean offline = rest.remove("--offline");
        int at = rest.indexOf("--bundle");
        var bundle = at < 0 || at + 1 == rest.size() ? null : rest.remove(at + 1);
        if ((at >= 0 && (bundle == null || !rest.remove("--bundle"))) || !rest.isEmpty()) {
            throw Refusal.ofArguments("doctor takes these:\n" + USAGE);
        }
        var line = CommandLine.parse(List.of());
        List<Finding> found;
        JsonObject written;
        try (var notices = new NoticePrinter(places, streams.err());
                var wiring = Wiring.printing(line, places, notices)) {
            var doctor = new Doctor(places, wiring.settings());
            doctor.examine(wiring, offline || line.isOffline(places.environment()));
            found = doctor.findings;
            written = doctor.report();
        }
        if (json) {
            streams.out().println(written);
        } else {
            found.forEach(finding -> streams.out().println(finding.line()));
        }
        if (bundle != null) {
            var file = places.cwd().resolve(bundle);
            SupportBundle.write(file, written, places);
            streams.err().println("pawl: what support needs to know is in " + file + "; look at it before you send it");
        }
        return found.stream().anyMatch(finding -> finding.level() == Finding.Level.BAD) ? 1 : 0;
    }

    private void examine(Wiring wiring, boolean offline) throws InterruptedException {
        program();
        disk("agent folder", places.agentDir());
        disk("temporary files", Path.of(places.environment().getOrDefault("TMPDIR", "/tmp")));
        terminal();
        search();
        sandbox();
        try (var models = wiring.models()) {
            keys(models.models(), offline);
        }
        try {
            findings.addAll(HookDoctor.findings(wiring.start(), settings));
        } catch (Refusal e) {
            bad("trust", String.valueOf(e.getMessage()));
        }
    }

    private void program() {
        ok(
                "program",
                "Pawl " + Version.text() + " on " + System.getProperty("os.name") + " "
                        + System.getProperty("os.version") + ", " + System.getProperty("os.arch"));
    }

    private void disk(String what, Path folder) {
        var there = folder;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there == null || !Files.isWritable(there)) {
            bad("disk", places.shown(folder.toString()) + " (" + what + ") cannot be written: check who owns it");
            return;
        }
        try {
            long free = Files.getFileStore(there).getUsableSpace();
            var text = places.shown(folder.toString()) + " (" + what + ") has " + (free >> 20) + " MB left";
            if (free < LITTLE_DISK) {
                bad("disk", text + ": make room, or sessions cannot be kept");
            } else {
                ok("disk", text);
            }
        } catch (IOException e) {
            note("disk", places.shown(folder.toString()) + " (" + what + "): " + e.getMessage());
        }
    }

    private void terminal() {
        var term = places.environment().getOrDefault("TERM", "");
        if (term.isEmpty() || term.equals("dumb")) {
            note(
                    "terminal",
                    "TERM is " + (term.isEmpty() ? "not set" : "dumb")
                            + ": the screen needs a terminal; -p, JSON and RPC do not");
        } else {
            var colours = places.environment().getOrDefault("COLORTERM", "");
            ok(
                    "terminal",
                    "TERM is " + term + (colours.isEmpty() ? "" : ", colours " + colours)
                            + (places.environment().containsKey("TMUX") ? ", inside tmux" : ""));
        }
    }

    private void search() {
        if (Programs.find("rg", places.environment()) == null) {
            note(
                    "search",
                    "ripgrep (rg) is not on the PATH: grep works without it, and takes about twice as long in large"
                            + " folders. The package manager of your system has it");
        } else {
            ok("search", "grep uses ripgrep");
        }
    }

    private void sandbox() {
        var folders = places.folders();
        var tools = new LocalTools(places.environment(), places.home());
        var shell = settings.shellPath(folders);
        boolean enabled = SandboxSettings.read(folders, settings).enabled();
        var confined = new ConfinedShell(
                tools.localBash(), places.environment(), shell == null ? null : shell.toString(), false);
        var trouble = confined.trouble();
        if (trouble == null) {
            ok("sandbox", "commands can run in a sandbox" + (enabled ? ", and do" : " (it is off in the settings)"));
        } else if (enabled) {
            bad("sandbox", "the settings want a sandbox, and there is none: " + trouble);
        } else {
            note("sandbox", "there is no sandbox here: " + trouble);
        }
    }

    /** Asks each provider that there is a key of for its list of models, which costs nothing. */
    private void keys(Models models, boolean offline) throws InterruptedException {
        models.problems().forEach(problem -> bad("keys", problem.toString()));
        var network = settings.network(places.folders(), places.environment());
        var first = new LinkedHashMap<String, Model>();
        models.available().forEach(model -> first.putIfAbsent(model.provider(), model));
        if (first.isEmpty()) {
            note("keys", "no provider has a key: /login on the screen, or a variable such as ANTHROPIC_API_KEY");
        }
        try (var http = new Http(network)) {
            for (var model : first.values()) {
                if (offline) {
                    ok("keys", model.provider() + " has a key (it was not asked)");
                } else {
                    reach(models, model, http, network.proxies());
                }
            }
        }
    }

    private void reach(Models models, Model model, Http http, Proxies proxies) throws InterruptedException {
        var provider = model.provider();
        var address = FreeRequest.address(model);
        if (address == null) {
            note("keys", provider + " has a key; there is no request that costs nothing to try it with");
            return;
        }
        var proxy = proxies.select(address).getFirst().address();
        var by = proxy == null ? "" : " by the proxy " + proxy;
        try {
            var key = Objects.requireNonNullElse(models.apiKey(model), "");
            var answer = http.fetch(address, FreeRequest.headers(model, key), null, PATIENCE);
            if (answer.isGood()) {
                ok("keys", provider + " is reached" + by + ", and takes the key");
            } else if (answer.status() == 401 || answer.status() == 403) {
                bad(
                        "keys",
                        provider + " does not take the key (" + answer.status()
                                + "): /login again, or set another one");
            } else {
                note(
                        "keys",
                        provider + " is reached" + by + ", and answers " + answer.status() + " when it is asked for"
                                + " its models, so the key is not known to be good");
            }
        } catch (SSLException e) {
            bad("certificates", provider + " (" + address.getHost() + ") is not trusted: " + e.getMessage());
        } catch (IOException e) {
            bad(
                    "network",
                    provider + " (" + address.getHost() + ") is not reached" + by + ": " + e.getMessage()
                            + ". Check the network, HTTPS_PROXY and the setting httpProxy");
        }
    }

    private JsonObject report() {
        return JsonObject.of(
                "version",
                Version.text(),
                "findings",
                findings.stream().map(Finding::toJson).toList());
    }

    private void ok(String area, String text) {
        findings.add(new Finding(Finding.Level.OK, area, text));
    }

    private void note(String area, String text) {
        findings.add(new Finding(Finding.Level.NOTE, area, text));
    }

    private void bad(String area, String text) {
        findings.add(new Finding(Finding.Level.BAD, area, text));
    }

    /** A request for the list of models, as each kind of provider takes it. */
    private static final class FreeRequest {
        private FreeRequest() {}

        /** Returns null where there is none. */
        static @org.jspecify.annotations.Nullable URI address(Model model) {
            var base = model.baseUrl().replaceFirst("/+$", "");
            return switch (model.api()) {
                case "anthropic-messages" -> URI.create(base + (base.endsWith("/v1") ? "/models" : "/v1/models"));
                case "openai-completions", "openai-responses", "google-generative-ai" -> URI.create(base + "/models");
                default -> null;
            };
        }

        static Map<String, String> headers(Model model, String key) {
            return switch (model.api()) {
                case "anthropic-messages" -> Map.of("x-api-key", key, "anthropic-version", "2023-06-01");
                case "google-generative-ai" -> Map.of("x-goog-api-key", key);
                default -> Map.of("Authorization", "Bearer " + key);
            };
        }
    }
}
