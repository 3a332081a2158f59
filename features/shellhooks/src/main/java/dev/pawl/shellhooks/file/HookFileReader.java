package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialect.Layout;
import dev.pawl.shellhooks.dialect.Dialect.Trait;
import dev.pawl.shellhooks.dialect.EventForm;
import dev.pawl.shellhooks.dialect.Fact;
import dev.pawl.shellhooks.known.AgentFiles;
import dev.pawl.shellhooks.known.Gaps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads the hooks of one file of a dialect; what is wrong is reported with its place in the file. */
public final class HookFileReader {
    private static final Set<String> GROUP = Set.of("matcher", "hooks", "description", "sequential", "parallel");

    private final Dialect dialect;
    private final Path file;
    private final boolean ofProject;
    private final Map<String, String> variables;
    private final ShellHook.@Nullable Owner owner;
    private final List<ShellHook> hooks = new ArrayList<>();
    private final List<String> idle = new ArrayList<>();
    private final List<LoadProblem> problems = new ArrayList<>();
    private Set<String> switchedOff = Set.of();

    private HookFileReader(
            Dialect dialect,
            Path file,
            boolean ofProject,
            Map<String, String> variables,
            ShellHook.@Nullable Owner owner) {
        this.owner = owner;
        this.dialect = dialect;
        this.file = file;
        this.ofProject = ofProject;
        this.variables = variables;
    }

    /** Reads a file. */
    public static FileHooks read(Dialect dialect, Path file, boolean ofProject) {
        return read(file, new HookFileReader(dialect, file, ofProject, Map.of(), null));
    }

    /** Reads the file of a plugin. */
    static FileHooks read(Dialect dialect, Path file, Map<String, String> variables) {
        return read(file, new HookFileReader(dialect, file, false, variables, null));
    }

    /** Reads the hooks that are in the manifest of a plugin. */
    static FileHooks read(Dialect dialect, Path file, Map<String, String> variables, JsonObject json) {
        return new HookFileReader(dialect, file, false, variables, null).read(json);
    }

    /**
     * Reads the hooks at the head of a skill or an agent. An agent that stops is a subagent here.
     *
     * @param problem why the head cannot be read; empty if it can
     */
    public static FileHooks read(
            Dialect dialect, Path file, boolean ofProject, ShellHook.Owner owner, JsonObject json, String problem) {
        var reader = new HookFileReader(dialect, file, ofProject, Map.of(), owner);
        var hooks = json.object("hooks");
        return !problem.isEmpty()
                ? reader.failed(problem)
                : reader.read(
                        owner.isAgent() && hooks.has("Stop")
                                ? json.with("hooks", hooks.without("Stop").with("SubagentStop", hooks.get("Stop")))
                                : json);
    }

    private static FileHooks read(Path file, HookFileReader reader) {
        try {
            return reader.read(HookDocument.read(file));
        } catch (IOException e) {
            return reader.failed("cannot be read: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return reader.failed(String.valueOf(e.getMessage()));
        }
    }

    private FileHooks failed(String why) {
        problems.add(LoadProblem.error(file.toString(), why + ". The hooks in it are not there."));
        return FileHooks.of(List.of(), List.of(), problems, ofProject);
    }

    private FileHooks read(JsonObject json) {
        if (!variables.isEmpty()) {
            problems.addAll(Gaps.in(file, json, "a plugin of " + dialect.agent(), AgentFiles.PLUGIN_HOOKS));
        }
        switchedOff = Set.copyOf(json.object("hooksConfig").strings("disabled"));
        boolean listed = dialect.handlers().layout() == Layout.LIST;
        if (listed && json.get("hooks") instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                listed("hooks[" + i + "]", list.get(i));
            }
        } else if (json.get("hooks") instanceof JsonObject events && !listed) {
            for (var name : events.names()) {
                event(name, events.get(name));
            }
        } else if (json.has("hooks") && !listed) {
            wrong("hooks", "must be an object of events");
        }
        var http = new HttpRules(texts(json, "allowedHttpHookUrls"), texts(json, "httpHookAllowedEnvVars"));
        return new FileHooks(
                List.copyOf(hooks),
                List.copyOf(idle),
                List.copyOf(problems),
                json.bool("disableAllHooks", false)
                        || !json.object("hooksConfig").bool("enabled", true),
                allowed(json),
                http,
                ofProject,
                PluginSettings.of(json, ofProject),
                List.of());
    }

    private static FileHooks.Allowed allowed(JsonObject json) {
        if (json.bool("allowManagedHooksOnly", false)) {
            return FileHooks.Allowed.NONE;
        }
        var plugins = json.get("strictPluginOnlyCustomization");
        boolean strict = switch (plugins) {
            case null -> false;
            case Boolean on -> on;
            case List<?> kinds -> kinds.contains("hooks");
            case JsonObject kinds -> kinds.bool("hooks", false);
            // What cannot be understood restricts.
            default -> true;
        };
        return strict ? FileHooks.Allowed.PLUGINS : FileHooks.Allowed.ALL;
    }

    private @Nullable List<String> texts(JsonObject json, String name) {
        if (json.has(name) && !(json.get(name) instanceof List<?>)) {
            wrong(name, "must be a list of texts; until it is, nothing is allowed");
            return List.of();
        }
        return json.has(name) ? json.strings(name) : null;
    }

    private void event(String name, @Nullable Object value) {
        var place = "hooks." + name;
        if (!(value instanceof List<?> list)) {
            wrong(place, "must be a list");
            return;
        }
        var written = dialect.of(name);
        var form = written.events().get(name);
        if (form == null && !list.isEmpty()) {
            var why = written.never().get(name);
            idle(
                    name,
                    place,
                    "the event " + name
                            + (why == null
                                    ? " is not known, so its hooks never run. Known are " + known()
                                    : " never happens here, so its hooks never run: " + why.replace("`", "") + "."));
        }
        for (int i = 0; form != null && i < list.size(); i++) {
            element(written, form, place + "[" + i + "]", list.get(i));
        }
    }

    /** An element of a list: a path is a hook in another language, an object is a shell or web hook. */
    private void listed(String place, @Nullable Object value) {
        if (!(value instanceof JsonObject hook)) {
            return;
        }
        if (!(hook.get("event") instanceof String name)) {
            wrong(place + ".event", "is missing: it says when the hook runs, such as tool_call");
            return;
        }
        var form = dialect.events().get(name);
        if (form == null) {
            wrong(place + ".event", "is " + name + ", which is not known. Known are " + known());
            return;
        }
        element(dialect, form, place, hook);
    }

    private String known() {
        return String.join(", ", dialect.events().keySet());
    }

    private void element(Dialect written, EventForm form, String place, @Nullable Object value) {
        if (!(value instanceof JsonObject group)) {
            wrong(place, "must be an object");
            return;
        }
        Matcher matcher;
        try {
            matcher = matcher(form, place, group.get("matcher"));
        } catch (PatternSyntaxException e) {
            if (dialect.has(Trait.SKIPPED_MATCHERS)) {
                idle(
                        form.name(),
                        place,
                        "the matcher " + e.getPattern() + " is no regular expression: " + e.getDescription() + ". "
                                + dialect.agent() + " leaves such a hook out, and so it never runs.");
                return;
            }
            wrong(place + ".matcher", "is no regular expression: " + e.getDescription() + " in " + e.getPattern());
            return;
        }
        if (matcher == null) {
            return;
        }
        if (dialect.handlers().layout() != Layout.GROUPS) {
            handler(written, form, matcher, place, group);
            return;
        }
        for (var name : group.names()) {
            if (!GROUP.contains(name)) {
                unknown(place + "." + name, "a group of hooks");
            }
        }
        if (group.bool("parallel", false)) {
            problems.add(LoadProblem.warning(
                    file.toString(),
                    place
                            + ".parallel has no effect: hooks run one after another, so that each sees what the one"
                            + " before changed."));
        }
        if (!(group.get("hooks") instanceof List<?> handlers)) {
            wrong(place + ".hooks", "must be a list of hooks");
            return;
        }
        for (int i = 0; i < handlers.size(); i++) {
            var at = place + ".hooks[" + i + "]";
            if (handlers.get(i) instanceof JsonObject handler) {
                handler(written, form, matcher, at, handler);
            } else {
                wrong(at, "must be an object");
            }
        }
    }

    private @Nullable Matcher matcher(EventForm form, String place, @Nullable Object written) {
        if (written != null && !(written instanceof String)) {
            wrong(place + ".matcher", "must be a text");
            return null;
        }
        if (form.matched() == Fact.COMMAND) {
            return Matcher.inTexts((String) written);
        }
        return Matcher.of(form.matched() == null ? null : (String) written, dialect.traits());
    }

    private void handler(Dialect written, EventForm form, Matcher matcher, String place, JsonObject json) {
        try {
            var read = HandlerReader.of(written, form, json, root());
            for (var name : read.unknown()) {
                if (written.handlers().layout() == Layout.LIST) {
                    throw new HandlerReader.Wrong(name, "is no field of a hook");
                }
                unknown(place + "." + name, "a hook");
            }
            var type = read.type();
            if (written.handlers().unsupported().contains(type)) {
                idle(form.name(), place, "hooks of the type " + type + " are not run here.");
                return;
            }
            if (!written.handlers().runs(type, form.moment())) {
                idle(
                        form.name(),
                        place,
                        written.agent() + " runs no hooks of the type " + type + " at " + form.name()
                                + ", so this one never runs. Write it as a command.");
                return;
            }
            if (read.isForWindows()) {
                idle(form.name(), place, "commands of PowerShell are not run here.");
                return;
            }
            var condition = read.condition();
            if (condition != null && !form.moment().isAboutTool()) {
                idle(form.name(), place, form.name() + " is not about a tool call, so a hook with if never runs.");
                return;
            }
            if (isSwitchedOff(json)) {
                idle(form.name(), place, "hooksConfig.disabled names this hook.");
                return;
            }
            hooks.add(new ShellHook(
                    written,
                    form,
                    matcher,
                    condition,
                    read.handler(),
                    new ShellHook.Limits(
                            read.timeout(), read.loops(), owner != null && read.once(), read.contextLimit()),
                    read.blocksOnFailure() && !form.moment().isStop(),
                    new ShellHook.Source(file, place, ofProject, variables, owner, read.status())));
        } catch (HandlerReader.Wrong e) {
            wrong(place + (e.field().isEmpty() ? "" : "." + e.field()), String.valueOf(e.getMessage()));
        }
    }

    /** Gemini's files switch hooks off by their names or commands. */
    private boolean isSwitchedOff(JsonObject hook) {
        return switchedOff.contains(hook.string("name", "")) || switchedOff.contains(hook.string("command", ""));
    }

    private void idle(String event, String place, String why) {
        idle.add(event + " (" + place + ")");
        problems.add(LoadProblem.warning(file.toString(), place + ": " + why));
    }

    /** Returns what rules on paths start from: the project, or the user's folder. */
    private Path root() {
        var folder = file.toAbsolutePath().getParent();
        while (owner != null && folder != null && !folder.endsWith(".claude")) {
            folder = folder.getParent();
        }
        var above = folder == null ? null : folder.getParent();
        return above == null ? file.toAbsolutePath() : above;
    }

    /** Other agents, and later versions of them, have fields that are not known here; the hook runs without them. */
    private void unknown(String place, String of) {
        problems.add(LoadProblem.warning(
                file.toString(), place + " is no known field of " + of + ", so it has no effect. The hook runs."));
    }

    private void wrong(String place, String what) {
        problems.add(LoadProblem.error(file.toString(), place + " " + what + ". This hook is not there."));
    }
}
