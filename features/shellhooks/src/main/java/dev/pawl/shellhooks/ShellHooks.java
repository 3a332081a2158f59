package dev.pawl.shellhooks;

import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.base.net.Network;
import dev.pawl.config.trust.ForeignFiles;
import dev.pawl.config.trust.FrontMatterHooks;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.shellhooks.ahp.AhpHook;
import dev.pawl.shellhooks.ahp.Channels;
import dev.pawl.shellhooks.ahp.Registration;
import dev.pawl.shellhooks.ahp.Source;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialect.Layout;
import dev.pawl.shellhooks.dialect.Dialect.Place;
import dev.pawl.shellhooks.dialect.Dialect.Root;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.shellhooks.file.FileHooks;
import dev.pawl.shellhooks.file.HookFileReader;
import dev.pawl.shellhooks.file.HttpRules;
import dev.pawl.shellhooks.file.InstalledPlugins;
import dev.pawl.shellhooks.file.PluginModule;
import dev.pawl.shellhooks.file.ScriptFolder;
import dev.pawl.shellhooks.file.ShellHook;
import dev.pawl.shellhooks.run.Runner;
import dev.pawl.tools.shell.PipedPrograms;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The hooks in the files of other agents: finds them, reads them, and makes ordinary hooks of them. */
public final class ShellHooks implements AutoCloseable {
    private static final String RUNS = "runs";

    private final PipedPrograms programs;
    private final Runner runner;
    private final Path home;
    private final Path agentDir;
    private final TrustedScripts scripts;
    private final Path system;
    private final StatusLine status = new StatusLine();
    private final Channels channels;
    private final Source source;

    /**
     * Hooks that run with these programs.
     *
     * @param home where the user's files of other agents are
     * @param agentDir where the user's settings are
     * @param around makes of a command's words, and of the files that it must be able to write, the words that are run
     * @param system the root of the file system, for the files of an organisation
     * @param network the way to the web addresses of hooks
     */
    public ShellHooks(
            PipedPrograms programs,
            Path home,
            Path agentDir,
            BiFunction<List<String>, List<Path>, List<String>> around,
            TrustedScripts scripts,
            Path system,
            Supplier<Network> network) {
        this.scripts = scripts;
        this.system = system;
        // Where this program sends its telemetry is not where programs of hooks send theirs.
        this.programs = programs.inheriting(name -> !name.startsWith("OTEL_"));
        this.runner = new Runner(this.programs, around, network);
        this.home = home;
        this.agentDir = agentDir;
        this.channels = new Channels(this.programs, words -> around.apply(words, List.of()), runner.posts());
        this.source = new Source(agentDir);
    }

    /** One file whose hooks are run. */
    public record Installable(Hook hook, SourceInfo source) {}

    /**
     * What was found.
     *
     * @param modules plugins whose hooks are functions
     */
    public record Found(
            List<Installable> hooks, List<LoadProblem> problems, List<String> listed, List<PluginModule> modules) {}

    /** The names of tools and of their fields as plugins of Claude Code know them, by the names here. */
    public static JsonObject toolNames() {
        var all = new LinkedHashMap<String, @Nullable Object>();
        Dialects.claude()
                .tools()
                .forEach((own, form) -> all.put(
                        own,
                        JsonObject.of("names", form.names(), "fields", JsonObject.from(form.fields()))
                                .with("added", JsonObject.from(form.added()))));
        return JsonObject.from(all);
    }

    /** Which files count. Those of an organisation always do. */
    public enum Scope {
        ORGANISATION,
        /** And Pawl's settings. */
        SETTINGS,
        ALL
    }

    /**
     * What is wanted of the files.
     *
     * @param trusted whether those of the project count
     * @param blockOnFailure whether every hook that fails blocks, whatever its file names
     * @param splitEdits whether hooks are asked about each replacement of an edit
     * @param claudeTranscript whether hooks read the session in the lines of Claude Code
     */
    public record Wanted(
            boolean trusted, Scope scope, boolean blockOnFailure, boolean splitEdits, boolean claudeTranscript) {
        /** As the files are written. */
        static Wanted of(boolean trusted, Scope scope) {
            return new Wanted(trusted, scope, false, false, false);
        }
    }

    /** Reads the files. */
    public Found find(Path project, Wanted wanted) {
        return find(project, wanted, (_, _, _) -> RUNS);
    }

    /** Names the state of a hook in a few words. */
    @FunctionalInterface
    public interface Standing {
        /**
         * The state of one hook.
         *
         * @param place where in the file it is
         * @param texts its command and arguments
         */
        String of(Path file, String place, List<String> texts);
    }

    /** What the project's files hold that is not used, each with why it is not. */
    public List<String> waiting(Path project, Standing why) {
        return find(project, Wanted.of(true, Scope.ALL), why).listed().stream()
                .filter(line -> line.startsWith(project.toString()))
                .toList();
    }

    private Found find(Path project, Wanted wanted, Standing standing) {
        var found = new ArrayList<Installable>();
        var problems = new ArrayList<LoadProblem>();
        var listed = new ArrayList<String>();
        var modules = new ArrayList<PluginModule>();
        addBackends(project, wanted, standing, new Found(found, problems, listed, modules));
        var around = surroundings(project, wanted);
        for (var dialect : Dialects.all()) {
            var files = read(dialect, project, wanted.trusted(), wanted.scope());
            files.values().forEach(file -> problems.addAll(file.problems()));
            switchedOff(files, managed(dialect)).forEach(path -> {
                var file = Objects.requireNonNull(files.remove(path));
                file.hooks().forEach(hook -> listed.add(line(path, hook, "switched off")));
                file.modules().forEach(module -> listed.add(path + ": module " + module.module() + ": switched off"));
            });
            var time = SharedTime.of(
                    files.values().stream()
                            .flatMap(file -> file.hooks().stream())
                            .toList(),
                    programs.environment());
            var seen = new HashSet<String>();
            for (var entry : files.entrySet()) {
                var own = entry.getValue().hooks().stream()
                        .filter(hook -> seen.add(hook.identity()))
                        .map(hook -> wanted.blockOnFailure() ? hook.blocking() : hook)
                        .toList();
                own.forEach(hook -> listed.add(line(
                        entry.getKey(),
                        hook,
                        standing.of(
                                entry.getKey(),
                                hook.source().place(),
                                hook.handler().texts()))));
                entry.getValue().modules().forEach(module -> {
                    modules.add(module);
                    listed.add(entry.getKey() + ": module " + module.module() + ": " + RUNS);
                });
                entry.getValue().idle().forEach(idle -> listed.add(entry.getKey() + ": " + idle + ": never runs"));
                if (!own.isEmpty()) {
                    var http = http(files.values(), entry.getValue().ofProject());
                    found.add(new Installable(
                            new FileHook(own, http, time, around), source(entry.getKey(), own.getFirst())));
                }
            }
        }
        return new Found(List.copyOf(found), List.copyOf(problems), List.copyOf(listed), List.copyOf(modules));
    }

    /** Adds the backends of the Agent Hooks Protocol: those of the organisation first. */
    private void addBackends(Path project, Wanted wanted, Standing standing, Found found) {
        addBackendsOf(system.resolve(ForeignFiles.BACKENDS_OF_ORGANISATION), null, standing, found);
        if (wanted.scope() != Scope.ORGANISATION) {
            addBackendsOf(agentDir.resolve(ForeignFiles.BACKENDS), null, standing, found);
            if (wanted.trusted()) {
                addBackendsOf(project.resolve(ForeignFiles.BACKENDS_OF_PROJECT), project, standing, found);
            }
        }
    }

    /** @param project the project that the file belongs to; null if it does not belong to one */
    private void addBackendsOf(Path file, @Nullable Path project, Standing standing, Found found) {
        if (!Files.exists(file)) {
            return;
        }
        try {
            var registration = Registration.read(file);
            var scope = project == null ? SourceInfo.Scope.USER : SourceInfo.Scope.PROJECT;
            var folder = project == null ? Objects.requireNonNull(file.getParent()) : project;
            for (var backend : registration.backends()) {
                var state = standing.of(file, "hooks[0]", backend.transport().words());
                found.listed().add(file + ": " + backend.shown() + ": " + state);
            }
            var hook = new AhpHook(registration, folder, channels, source, backend -> {
                var words = backend.transport().words();
                return project == null && words.isEmpty()
                        ? () -> null
                        : scripts.of(words, "tool.before", project != null).change();
            });
            found.hooks().add(new Installable(hook, new SourceInfo(file.toString(), scope, false, null)));
        } catch (IOException | IllegalArgumentException | StackOverflowError e) {
            found.problems()
                    .add(LoadProblem.error(
                            file.toString(),
                            "is no registration of policy services: " + e.getMessage() + ". They are not there."));
        }
    }

    private Surroundings surroundings(Path project, Wanted wanted) {
        var transcripts = wanted.claudeTranscript() ? new Transcripts(agentDir.resolve("transcripts"), home) : null;
        return new Surroundings(
                programs, runner, project, home, agentDir, scripts, wanted.splitEdits(), status, transcripts);
    }

    /**
     * The files whose hooks are switched off: one of the user's switches all off, one of the project those of the project,
     * and only one of an organisation the organisation's.
     */
    private static List<Path> switchedOff(Map<Path, FileHooks> files, Set<Path> managed) {
        boolean every = false;
        boolean others = false;
        boolean ofProject = false;
        var allowed = FileHooks.Allowed.ALL;
        for (var entry : files.entrySet()) {
            var file = entry.getValue();
            boolean organisation = managed.contains(entry.getKey());
            every |= file.disabled() && organisation;
            others |= file.disabled() && !file.ofProject();
            ofProject |= file.disabled() && file.ofProject();
            allowed = organisation && file.allowed().compareTo(allowed) > 0 ? file.allowed() : allowed;
        }
        var off = new ArrayList<Path>();
        for (var file : files.entrySet()) {
            boolean organisation = managed.contains(file.getKey());
            boolean refused = allowed == FileHooks.Allowed.NONE
                    || (allowed == FileHooks.Allowed.PLUGINS && !file.getValue().ofPlugin());
            if (every
                    || ((others || refused) && !organisation)
                    || (ofProject && file.getValue().ofProject())) {
                off.add(file.getKey());
            }
        }
        return off;
    }

    /** The rules for web addresses in one of the files. Those of a project hold only for its own files. */
    private static HttpRules http(Collection<FileHooks> files, boolean ofProject) {
        var http = HttpRules.ANY;
        for (var file : files) {
            if (ofProject || !file.ofProject()) {
                http = http.plus(file.http());
            }
        }
        return http;
    }

    /** The files of an organisation, which only another one of those switches off. */
    private Set<Path> managed(Dialect dialect) {
        var managed = new HashSet<Path>();
        for (var place : dialect.places()) {
            if (place.root() == Root.SYSTEM) {
                managed.addAll(files(system.resolve(place.path()), false));
            }
        }
        return managed;
    }

    /**
     * Runs the hooks of an event that a payload means, one after another, without a session.
     *
     * @param event as an agent calls it; with the agent before a colon, only that of this agent
     * @throws IllegalArgumentException if no agent knows the event, or it never happens here
     */
    public List<Trial> test(Path project, boolean trusted, String event, JsonObject payload)
            throws InterruptedException {
        int colon = event.indexOf(':');
        var agent = colon < 0 ? null : event.substring(0, colon);
        var name = event.substring(colon + 1);
        var trials = new ArrayList<Trial>();
        boolean known = false;
        for (var dialect : Dialects.all()) {
            var form = dialect.of(name).events().get(name);
            if ((agent == null || agent.equals(dialect.name())) && form != null) {
                known = true;
                var files = read(dialect, project, trusted, Scope.ALL).values();
                for (var file : files) {
                    var http = http(files, file.ofProject());
                    for (var hook : file.hooks()) {
                        var trial = hook.event().name().equals(name)
                                ? Trial.of(runner, hook, http, payload, project, home)
                                : null;
                        if (trial != null) {
                            trials.add(trial);
                        }
                    }
                }
            }
        }
        if (!known) {
            throw new IllegalArgumentException("no event " + event + " happens here; docs/foreign-hooks.md lists all");
        }
        return trials;
    }

    private static String line(Path file, ShellHook hook, String state) {
        var owner = hook.source().owner();
        return file + ": " + hook.event().name() + (hook.matcher().toString().isEmpty() ? "" : " " + hook.matcher())
                + ": " + hook.handler().shown() + ": " + state
                + (owner == null || !state.equals(RUNS) ? "" : " while " + owner + " is active");
    }

    private static SourceInfo source(Path file, ShellHook hook) {
        return new SourceInfo(
                file.toString(),
                hook.source().ofProject() ? SourceInfo.Scope.PROJECT : SourceInfo.Scope.USER,
                false,
                null);
    }

    private Map<Path, FileHooks> read(Dialect dialect, Path project, boolean trusted, Scope scope) {
        var files = new LinkedHashMap<Path, FileHooks>();
        boolean all = scope == Scope.ALL || (scope == Scope.SETTINGS && dialect.equals(Dialects.own()));
        for (var place : dialect.places()) {
            if (place.root() == Root.SYSTEM || (all && (trusted || !place.ofProject()))) {
                boolean scripts = dialect.handlers().layout() == Layout.SCRIPTS;
                for (var file : files(path(place, project), scripts)) {
                    files.putIfAbsent(
                            file,
                            scripts
                                    ? ScriptFolder.read(dialect, file, place.ofProject())
                                    : HookFileReader.read(dialect, file, place.ofProject()));
                }
            }
        }
        if (dialect.equals(Dialects.claude()) && all) {
            addHeads(files, dialect, home, false);
            if (trusted && !project.equals(home)) {
                addHeads(files, dialect, project, true);
            }
        }
        if (dialect.equals(Dialects.claude())) {
            files.putAll(InstalledPlugins.read(dialect, home, project, weakestFirst(files, managed(dialect))));
        }
        return files;
    }

    /** Hooks at the head of skills and agents, which run while those are active. */
    private void addHeads(Map<Path, FileHooks> files, Dialect dialect, Path root, boolean ofProject) {
        for (var head : FrontMatterHooks.in(root)) {
            var owner = new ShellHook.Owner(head.name(), head.ofAgent());
            files.putIfAbsent(
                    head.file(),
                    HookFileReader.read(dialect, head.file(), ofProject, owner, head.json(), head.problem()));
        }
    }

    /** What an organisation decides is above what users and projects do. */
    private static List<FileHooks> weakestFirst(Map<Path, FileHooks> files, Set<Path> managed) {
        var order = new ArrayList<FileHooks>();
        for (boolean strong : new boolean[] {false, true}) {
            files.forEach((path, file) -> {
                if (managed.contains(path) == strong) {
                    order.add(file);
                }
            });
        }
        return order;
    }

    private Path path(Place place, Path project) {
        return switch (place.root()) {
            case SYSTEM -> system.resolve(place.path());
            case HOME -> home.resolve(place.path());
            case AGENT -> agentDir.resolve(place.path());
            case PROJECT -> project.resolve(place.path());
        };
    }

    /** A file itself, or the files of a folder in the order of their names. */
    private static List<Path> files(Path path, boolean scripts) {
        if (!Files.isDirectory(path)) {
            return Files.exists(path) ? List.of(path) : List.of();
        }
        var files = new ArrayList<Path>();
        try (var there = Files.newDirectoryStream(path, scripts ? "[!.]*" : "*.json")) {
            for (var file : there) {
                if (!scripts || Files.isRegularFile(file)) {
                    files.add(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of(path);
        }
        files.sort(Comparator.naturalOrder());
        return List.copyOf(files);
    }

    /** Ends what hooks left behind. */
    @Override
    public void close() {
        channels.close();
        runner.close();
    }
}
