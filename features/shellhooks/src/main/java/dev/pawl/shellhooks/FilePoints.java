package dev.pawl.shellhooks;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.HookContext;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.dialect.Moment;
import dev.pawl.shellhooks.file.ShellHook;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Runs the hooks of files that change, and of context files that are loaded. Nothing watches the files: the session looks at them
 * when a turn begins and when a run ends.
 */
final class FilePoints {
    private final Firing firing;
    private final Surroundings around;
    private final EnvFiles variables;

    FilePoints(Firing firing, Surroundings around, EnvFiles variables) {
        this.firing = firing;
        this.around = around;
        this.variables = variables;
    }

    /** Installs a hook if it is one of these. */
    void install(Host host, ShellHook hook) {
        switch (hook.moment()) {
            case FILE_CHANGED -> watch(host, hook, named(hook));
            case CONFIG_CHANGE -> watch(host, hook, settings());
            case INSTRUCTIONS -> instructions(host, hook);
            default -> {}
        }
    }

    /** The files that a matcher names, in the folder of the session. */
    private Map<Path, String> named(ShellHook hook) {
        var files = new LinkedHashMap<Path, String>();
        for (var name : hook.matcher().toString().split("\\|", -1)) {
            try {
                var path = Path.of(name.strip());
                if (!name.isBlank() && !name.equals("*")) {
                    files.put(
                            around.project().resolve(path).normalize(),
                            path.getFileName().toString());
                }
            } catch (InvalidPathException e) {
                // No file has this name.
            }
        }
        return files;
    }

    /** The files with settings, each with what it is for. */
    private Map<Path, String> settings() {
        var files = new LinkedHashMap<Path, String>();
        files.put(around.agentDir().resolve("settings.json"), "user_settings");
        files.put(around.home().resolve(".claude/settings.json"), "user_settings");
        files.put(around.project().resolve(".pi/settings.json"), "project_settings");
        files.put(around.project().resolve(".claude/settings.json"), "project_settings");
        files.put(around.project().resolve(".claude/settings.local.json"), "local_settings");
        return files;
    }

    private void watch(Host host, ShellHook hook, Map<Path, String> files) {
        var states = new LinkedHashMap<Path, FileState>();
        host.on(
                HookPoints.SESSION_START,
                (_, _) -> files.keySet().forEach(file -> states.put(file, FileState.of(file))));
        host.on(HookPoints.TURN_START, (_, ctx) -> look(hook, files, states, ctx));
        host.on(HookPoints.AGENT_END, (_, ctx) -> look(hook, files, states, ctx));
    }

    private void look(ShellHook hook, Map<Path, String> files, Map<Path, FileState> states, HookContext ctx)
            throws InterruptedException {
        for (var file : files.entrySet()) {
            var now = FileState.of(file.getKey());
            var before = states.put(file.getKey(), now);
            if (before != null && !before.equals(now)) {
                var facts = firing.facts(ctx)
                        .with(Fact.FILE_PATH, file.getKey().toString())
                        .with(hook.moment() == Moment.CONFIG_CHANGE ? Fact.SOURCE : Fact.FILE_NAME, file.getValue())
                        .with(Fact.CHANGE, !before.exists() ? "add" : now.exists() ? "change" : "unlink");
                firing.report(hook, variables.collecting(hook, more -> firing.run(hook, facts, more, ctx)), ctx);
            }
        }
    }

    private void instructions(Host host, ShellHook hook) {
        Set<String> seen = new LinkedHashSet<>();
        host.on(HookPoints.BEFORE_AGENT_START, (start, ctx) -> {
            for (var file : start.systemPromptOptions().contextFiles().keySet()) {
                if (seen.add(file)) {
                    var facts = firing.facts(ctx)
                            .with(Fact.FILE_PATH, file)
                            .with(Fact.MEMORY_TYPE, Path.of(file).startsWith(around.project()) ? "Project" : "User")
                            .with(Fact.LOAD_REASON, "session_start");
                    firing.report(hook, facts, ctx);
                }
            }
            return start;
        });
    }
}
