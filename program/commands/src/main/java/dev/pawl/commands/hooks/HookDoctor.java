package dev.pawl.commands.hooks;

import dev.pawl.base.Programs;
import dev.pawl.cli.OwnCommand;
import dev.pawl.cli.Places;
import dev.pawl.cli.SlashCommand;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.text.Problem;
import dev.pawl.config.trust.Trust;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.packages.install.PackageInstaller;
import dev.pawl.packages.source.ConfiguredPackages;
import dev.pawl.start.LoadedHooks;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The command {@code pawl hooks doctor}: checks everything that hooks need and reports what is wrong with it. */
public final class HookDoctor {
    private static final Set<String> BUILTIN_TOOLS = Set.of("read", "bash", "edit", "write", "grep", "find", "ls");

    /** Every start waits that long; a hook of a few lines takes milliseconds. */
    private static final Duration SLOW = Duration.ofSeconds(1);

    private final LoadedHooks start;
    private final Places places;
    private final Settings settings;
    private final List<Finding> findings = new ArrayList<>();
    private String area = "java";

    private HookDoctor(LoadedHooks start, Settings settings) {
        this.start = start;
        this.places = start.places();
        this.settings = settings;
    }

    /** Prints the report; 1 if something has to be mended. */
    public static int run(LoadedHooks start, Settings settings, PrintStream out) {
        var all = findings(start, settings);
        all.forEach(finding -> out.println(finding.line()));
        return all.stream().anyMatch(finding -> finding.level() == Finding.Level.BAD) ? 1 : 0;
    }

    /** Returns what was found. */
    public static List<Finding> findings(LoadedHooks start, Settings settings) {
        var doctor = new HookDoctor(start, settings);
        doctor.machine();
        doctor.area = "trust";
        doctor.trust();
        doctor.area = "packages";
        doctor.packages();
        doctor.area = "hooks";
        doctor.hooks();
        doctor.names();
        return doctor.findings;
    }

    /** Java starts without a word where a cache does not belong to it; its description names "sharing" if it does. */
    private void startUpCache() {
        if (OwnCommand.line().stream().noneMatch(word -> word.startsWith("-XX:AOTCache="))) {
            note("no start-up cache: starts take longer");
            return;
        }
        report(
                System.getProperty("java.vm.info", "").contains("sharing"),
                "the start-up cache is in use",
                "the start-up cache belongs to another Java or to other jars, so starts take longer: install Pawl"
                        + " again");
    }

    private void machine() {
        good("Java " + Runtime.version() + " in " + System.getProperty("java.home"));
        var compiler = ModuleLayer.boot().findModule("jdk.compiler").isPresent();
        report(compiler, "the compiler for hooks in Java is there", "no jdk.compiler: use a JDK, not a JRE");
        startUpCache();
        var cache = places.agentDir().resolve("cache").resolve("pawl-hooks");
        report(
                !Files.exists(cache) || Files.isWritable(cache),
                "compiled hooks are kept in " + shown(cache.toString()),
                shown(cache.toString()) + " cannot be written, so hooks are compiled at every start");
        var wanted = settings.get(Keys.NODE_PATH);
        var node = wanted == null
                ? Programs.find("node", places.environment())
                : places.cwd().resolve(wanted);
        boolean foreign = start.hooks().hooks().stream().anyMatch(hook -> isForeign(hook.path()));
        if (node != null && Files.exists(node)) {
            good("Node for hooks in TypeScript: " + node);
        } else if (foreign) {
            bad("no Node, which hooks in TypeScript need: install Node 20 or newer");
        } else {
            note("no Node; hooks in TypeScript would need it");
        }
    }

    private void trust() {
        var brought = new Trust(places.folders()).protectedResources();
        if (brought.isEmpty()) {
            good("the project brings nothing that needs trust");
            return;
        }
        try {
            var kept = new Trust(places.folders()).kept();
            note(
                    kept == null
                            ? "the project brings " + brought.size()
                                    + " things that need trust, and it is not decided yet"
                            : "the project: " + kept.label());
        } catch (IOException e) {
            bad(String.valueOf(e.getMessage()));
        }
    }

    /** Those that the settings name; nothing is fetched. */
    private void packages() {
        var folders = places.folders();
        var problems = new ArrayList<Problem>();
        for (var entry : ConfiguredPackages.loaded(settings, folders, problems)) {
            var installer = new PackageInstaller(
                    folders.of(entry.layer()),
                    new PackageInstaller.Options(places.environment(), true, false, places.agentDir(), _ -> {}));
            try {
                var difference = installer.difference(entry.source(), entry.written());
                report(
                        difference == null,
                        "the package " + entry.written() + " is there",
                        "the package " + entry.written() + ": " + difference);
            } catch (IOException e) {
                bad("the package " + entry.written() + ": " + e.getMessage());
            }
        }
        problems.forEach(problem -> bad(problem.message()));
    }

    private void hooks() {
        for (var problem : start.hooks().problems()) {
            report(problem);
        }
        for (var hook : start.hooks().hooks()) {
            boolean brings = !hook.registry().commands().isEmpty()
                    || !hook.registry().tools().isEmpty()
                    || !hook.registry().providers().isEmpty()
                    || !hook.registry().shortcuts().isEmpty();
            if (hook.points().isEmpty() && !brings) {
                note(shown(hook.path()) + " listens to nothing and brings nothing");
            } else if (hook.installTime().compareTo(SLOW) > 0) {
                note(shown(hook.path()) + " takes " + hook.installTime().toMillis()
                        + " ms to install, for which every start waits; long work belongs into session_start");
            } else {
                good(shown(hook.path())
                        + (hook.points().isEmpty() ? "" : " listens to " + String.join(", ", hook.points())));
            }
        }
        if (start.hooks().hooks().isEmpty()) {
            note("no hooks are loaded");
        }
    }

    private void report(LoadProblem problem) {
        var text = problem.message().startsWith(problem.path())
                ? problem.message()
                : shown(problem.path()) + ": " + problem.message();
        if (problem.fatal()) {
            bad(text);
        } else {
            note(text);
        }
    }

    private void names() {
        var tools = new TreeMap<String, List<String>>();
        var commands = new LinkedHashMap<String, List<String>>();
        for (var hook : start.hooks().hooks()) {
            hook.registry().tools().names().forEach(name -> add(tools, name, hook));
            hook.registry().commands().names().forEach(name -> add(commands, name, hook));
        }
        tools.forEach((name, by) -> {
            if (by.size() > 1) {
                bad("the tool " + name + " is brought by " + String.join(" and ", by) + "; the first one is used");
            } else if (BUILTIN_TOOLS.contains(name)) {
                note("the tool " + name + " of " + by.getFirst() + " replaces the built-in one");
            }
        });
        commands.forEach((name, by) -> {
            if (SlashCommand.find(name) != null) {
                note("the command /" + name + " of " + by.getFirst() + " is one of the program's own on the screen");
            } else if (by.size() > 1) {
                note("the command /" + name + " is brought by " + String.join(" and ", by)
                        + ", and gets a number behind");
            }
        });
    }

    private void add(Map<String, List<String>> all, String name, InstalledHook hook) {
        all.computeIfAbsent(name, _ -> new ArrayList<>()).add(shown(hook.path()));
    }

    private static boolean isForeign(String path) {
        return path.endsWith("ts") || path.endsWith("js");
    }

    private String shown(String path) {
        return places.shown(path);
    }

    private void report(boolean fine, String good, String bad) {
        if (fine) {
            good(good);
        } else {
            bad(bad);
        }
    }

    private void good(String text) {
        findings.add(new Finding(Finding.Level.OK, area, text));
    }

    private void note(String text) {
        findings.add(new Finding(Finding.Level.NOTE, area, text));
    }

    private void bad(String text) {
        findings.add(new Finding(Finding.Level.BAD, area, text));
    }
}
