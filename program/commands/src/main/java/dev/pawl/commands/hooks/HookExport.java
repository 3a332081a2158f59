package dev.pawl.commands.hooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.base.Sha256;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.OwnCommand;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.shellhooks.export.Export;
import dev.pawl.start.LoadedHooks;
import dev.pawl.start.Wiring;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command {@code pawl hooks export}: writes what makes a hook of Pawl guard the tool calls of another agent. */
public final class HookExport {
    private static final String AHP = "ahp";
    private static final String USAGE = "hooks export takes an agent, a hook and perhaps a folder: pawl hooks export"
            + " --to claude|codex|gemini|cursor|copilot|ahp HOOK [FOLDER]";

    private HookExport() {}

    public static int run(List<String> words, Places places, Streams streams) throws Exception {
        if (!words.isEmpty() && words.getFirst().equals(HookGuard.SERVE)) {
            return HookGuard.run(words.subList(1, words.size()), places, streams);
        }
        var rest = new ArrayList<>(words);
        int to = rest.indexOf("--to");
        if (to < 0 || to + 1 >= rest.size()) {
            throw Refusal.ofArguments(USAGE);
        }
        var agent = rest.remove(to + 1);
        rest.remove(to);
        if (rest.isEmpty() || rest.size() > 2 || rest.stream().anyMatch(word -> word.startsWith("-"))) {
            throw Refusal.ofArguments(USAGE);
        }
        if (!agent.equals(AHP) && !Export.AGENTS.contains(agent)) {
            throw Refusal.ofArguments("hooks export knows " + String.join(", ", Export.AGENTS) + " and " + AHP
                    + ", not \"" + agent + "\"");
        }
        var hook = places.file(rest.getFirst());
        if (!Files.exists(hook)) {
            throw Refusal.because("there is no hook " + places.shown(hook.toString()));
        }
        hook = hook.toRealPath();
        checkGate(hook, places, streams);
        var folder = (rest.size() == 2 ? places.file(rest.get(1)) : places.cwd()).toRealPath();
        var guard = writeGuard(hook, places);
        var written = agent.equals(AHP) ? registration(guard, folder) : hooks(agent, guard, folder, places);
        streams.out()
                .println(places.shown(written.toString()) + " asks " + places.shown(hook.toString())
                        + " about each tool call. It names files of this machine, and stands for the hook as it is"
                        + " now: after a change of the hook, calls are refused until you export it again.");
        return 0;
    }

    /** Refuses a hook that does not load, or that decides about no call. */
    private static void checkGate(Path hook, Places places, Streams streams) throws Exception {
        try (var notices = new NoticePrinter(places, streams.err());
                var wiring = wiring(hook, places, notices)) {
            var loaded = alone(wiring);
            notices.clear();
            if (loaded.hooks().hooks().stream()
                    .flatMap(each -> each.points().stream())
                    .noneMatch(point -> point.equals(HookPoints.TOOL_CALL.name())
                            || point.equals(HookPoints.TOOL_AUTHORIZE.name()))) {
                throw Refusal.because(places.shown(hook.toString())
                        + " listens neither to tool_call nor to tool_authorize, so it" + " cannot guard another agent");
            }
        }
    }

    /** Opens the parts of a program that has this hook only, wherever it is started. */
    static Wiring wiring(Path hook, Places places, NoticePrinter notices) throws IOException {
        var neutral = Files.createDirectories(places.agentDir().resolve("guards"));
        return Wiring.printing(
                CommandLine.parse(List.of("--no-extensions", "--no-mcp", "--hook", hook.toString())),
                places.in(neutral),
                notices);
    }

    /** Loads the hook; rules and other hooks of the user are not asked, because they are about the calls of Pawl. */
    static LoadedHooks alone(Wiring wiring) throws InterruptedException {
        var all = wiring.judging();
        var named = all.hooks().hooks().stream()
                .filter(hook -> hook.source().scope() == SourceInfo.Scope.TEMPORARY)
                .toList();
        return new LoadedHooks(all.places(), all.timeouts(), new LoadResult(named, List.of()));
    }

    /** Writes the command that agents run, and returns its path. */
    private static Path writeGuard(Path hook, Places places) throws IOException {
        var name = hook.getFileName().toString().replaceFirst("\\.\\w+$", "").replaceAll("[^A-Za-z0-9_-]", "_") + "-"
                + Sha256.hex(hook.toString()).substring(0, 8);
        var folder = Files.createDirectories(places.agentDir().resolve("guards").resolve(name));
        var values = "name=" + quoted(name) + "\nhook=" + quoted(hook.toString()) + "\nknown=" + fingerprint(hook)
                + "\nguards=" + quoted(folder.toString()) + "\npawl=("
                + program().stream().map(HookExport::quoted).collect(Collectors.joining(" ")) + ")\n";
        var script = resource();
        int head = script.indexOf("\nLC_ALL=C\n") + 1;
        var guard = folder.resolve("guard");
        var next = folder.resolve("guard." + ProcessHandle.current().pid());
        Files.writeString(next, script.substring(0, head) + values + script.substring(head));
        Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rwx------"));
        Files.move(next, guard, StandardCopyOption.ATOMIC_MOVE);
        return guard;
    }

    private static String resource() throws IOException {
        try (InputStream in = Objects.requireNonNull(Export.class.getResourceAsStream("guard.sh"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns what a hook consists of: its file, or all files below its folder. */
    static String fingerprint(Path hook) throws IOException {
        try (Stream<Path> files = Files.walk(hook)) {
            var content = new StringBuilder();
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                content.append(hook.relativize(file))
                        .append(' ')
                        .append(Sha256.hex(file))
                        .append('\n');
            }
            return Sha256.hex(content.toString());
        }
    }

    /** The launcher, which stays where it is when the program is built again; where there is none, this command line. */
    private static List<String> program() {
        var source = HookExport.class.getProtectionDomain().getCodeSource();
        try {
            var place = source == null ? null : Path.of(source.getLocation().toURI());
            for (var folder = place; folder != null; folder = folder.getParent()) {
                var launcher = folder.resolveSibling("pawl");
                if (folder.endsWith(".launch") && Files.isExecutable(launcher)) {
                    return List.of(launcher.toString());
                }
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot determine where this program was started from", e);
        }
        var line = OwnCommand.line();
        if (line.isEmpty()) {
            throw Refusal.because(
                    "the command line that started this program is not known, so no other program can start it");
        }
        return line;
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** A guard has the name of its folder. */
    private static String name(Path guard) {
        return Objects.requireNonNull(Objects.requireNonNull(guard.getParent()).getFileName())
                .toString();
    }

    private static Path hooks(String agent, Path guard, Path folder, Places places)
            throws IOException, InterruptedException {
        var export = Objects.requireNonNull(Export.to(agent, quoted(guard.toString())));
        boolean home = folder.equals(places.home().toRealPath());
        var file = folder.resolve(export.file(name(guard), home));
        return write(file, export::in);
    }

    /** A document for any harness: the protocol does not say where its file is. */
    private static Path registration(Path guard, Path folder) throws IOException, InterruptedException {
        var id = "dev.pawl.guard." + name(guard).replace('_', '-');
        var transport = JsonObject.of("type", "stdio", "command", guard.toString())
                .with("args", List.of(AHP))
                .with("lifecycle", "persistent")
                .with("cwd", folder.toString());
        var subscription = JsonObject.of("events", List.of("tool.before"), "mode", "intercept")
                .with("timeoutMs", 30_000)
                .with("failurePolicy", "fail-closed");
        var entry = JsonObject.of("id", id, "transport", transport).with("subscriptions", List.of(subscription));
        return write(folder.resolve("ahp.json"), before -> {
            var hooks = new ArrayList<>(before.objects("hooks"));
            hooks.removeIf(hook -> id.equals(hook.string("id")));
            hooks.add(entry);
            return (before.has("protocolVersion") ? before : before.with("protocolVersion", "0.1"))
                    .with("hooks", hooks);
        });
    }

    private static Path write(Path file, UnaryOperator<JsonObject> change) throws IOException, InterruptedException {
        try {
            new JsonFile(file).edit(before -> {
                var after = change.apply(before);
                var edit = JsonEdit.nothing();
                for (var field : after.names()) {
                    edit = Objects.equals(before.get(field), after.get(field))
                            ? edit
                            : edit.with(List.of(field), after.get(field));
                }
                return edit;
            });
            return file;
        } catch (IOException e) {
            throw Refusal.because(file + " cannot be written: " + e.getMessage() + ". Nothing was changed in it");
        }
    }
}
