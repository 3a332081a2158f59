package dev.pawl.config.trust;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files of a project that commands of hooks run with.
 *
 * <p>A command that decides about something before it happens is safe by its shape, or all of the project belongs to it: if
 * everything that it runs either only reads, or is a named script of which the same is true, these are the files that it
 * names. Of other commands, the files that they name and those that configure programs belong to the set; what else they
 * load is what they work on.
 */
final class HookFiles {
    /** Events of hooks of which the answer comes after what they are about. */
    private static final Pattern AFTERWARDS =
            Pattern.compile("(?i)(?:post|after|notif|stop|subagentstop|session|agentstop|error|response|thought).*");

    /** Fields at the root of a file that hold rules: they name what is decided about, and nothing that runs. */
    private static final Set<String> RULES = Set.of("permissions", "sandbox");

    /** Fields whose texts name what a hook is about, or are for people. Servers and hooks may have these names, too. */
    private static final Set<String> ABOUT =
            Set.of("matcher", "if", "type", "description", "statusMessage", "title", "version");

    private final Path project;
    private final Reach reach;
    private final LoadedFiles programs;

    HookFiles(Path project) {
        this.project = Folders.canonical(project);
        this.reach = new Reach(this.project);
        this.programs = new LoadedFiles(reach);
    }

    /** What is added next is run by hooks of the user, or of the project. */
    HookFiles ofUser(boolean ofUser) {
        reach.ofUser = ofUser;
        return this;
    }

    /** The paths, each with how much of it belongs to the set. */
    Map<Path, Set<Extent>> roots() {
        return reach.roots();
    }

    /** What commands reach that is not in the set. */
    Set<String> beyond() {
        return reach.beyond();
    }

    /** Whether a hook of this event is asked before what it is about happens; so is one of an event that is not known. */
    static boolean decides(String event) {
        return !AFTERWARDS.matcher(event).matches();
    }

    /** Adds the folders from which hooks, settings, packages and tool servers are loaded. */
    void configuration() {
        for (var folder : ForeignFiles.foldersOfProject()) {
            reach.add(project.resolve(folder), Extent.WHOLE);
        }
        reach.add(project.resolve(Folders.CONFIG_DIR), Extent.WHOLE);
        reach.add(project.resolve(".mcp.json"), Extent.FILE);
    }

    /** Adds one file or folder of configuration. */
    void resource(Path path) {
        reach.add(path, Files.isDirectory(path) ? Extent.WHOLE : Extent.FILE);
    }

    /** Adds what the hooks of a file run, event by event. */
    void hooks(@Nullable Object hooks, Path folder) {
        if (hooks instanceof JsonObject events) {
            events.asMap().forEach((event, entries) -> texts(entries, folder, false, decides(event)));
        } else {
            texts(hooks, folder, false, true); // Each entry of a list names its event itself.
        }
    }

    /** Adds what the texts of a file of hooks or servers run and name. */
    void entries(JsonObject json, Path folder, boolean namesFolders) {
        json.asMap().forEach((name, value) -> {
            if (name.equals("hooks")) {
                hooks(value, folder);
            }
            if (!RULES.contains(name)) {
                field(name, value, folder, namesFolders, false);
            }
        });
    }

    private void field(String name, @Nullable Object value, Path folder, boolean namesFolders, boolean decides) {
        if (!(value instanceof String && ABOUT.contains(name))) {
            texts(value, folder, namesFolders, decides);
        }
    }

    private void texts(@Nullable Object json, Path folder, boolean namesFolders, boolean decides) {
        if (json instanceof JsonObject object) {
            boolean before = decides
                    && !Boolean.TRUE.equals(object.get("async")) // Its answer is not waited for.
                    && (!(object.get("event") instanceof String event) || decides(event));
            for (var name : List.of("command", "bash", "exec")) {
                var command = line(object.get(name));
                if (command != null) {
                    var from = object.get("cwd") instanceof String cwd ? reach.below(folder, cwd) : null;
                    var variables = object.get("env") instanceof JsonObject env ? variables(env) : "";
                    var arguments = line(object.get("args"));
                    command(
                            variables + command + (arguments == null ? "" : " " + arguments),
                            from == null ? folder : from,
                            before);
                }
            }
            object.asMap().forEach((name, value) -> field(name, value, folder, namesFolders, before));
        } else if (json instanceof List<?> list) {
            list.forEach(value -> texts(value, folder, namesFolders, decides));
        } else if (json instanceof String text) {
            for (var word : ShellCommands.here(text).split("[\\s\"'`;|&<>()=,]+", -1)) {
                var path = reach.below(folder, word);
                path = path == null || !Files.exists(path) ? reach.below(project, word) : path;
                if (path != null && LoadedFiles.isScript(path)) {
                    programs.program(path);
                } else if (path != null && namesFolders && word.contains("/") && Files.isDirectory(path)) {
                    reach.add(path, Extent.WHOLE);
                }
            }
        }
    }

    private static String variables(JsonObject env) {
        return env.asMap().entrySet().stream()
                .map(each -> each.getKey() + "=" + quoted(String.valueOf(each.getValue())) + " ")
                .collect(Collectors.joining());
    }

    private static @Nullable String line(@Nullable Object words) {
        return words instanceof String text
                ? text
                : words instanceof List<?> list
                        ? list.stream()
                                .map(word -> quoted(String.valueOf(word)))
                                .collect(Collectors.joining(" "))
                        : null;
    }

    private static String quoted(String word) {
        return '\'' + word.replace("'", "'\\''") + '\'';
    }

    /**
     * Adds what a command runs with.
     *
     * @param texts a text for a shell, or a program with its arguments
     * @param decides whether it decides about something before it happens
     */
    void command(List<String> texts, Path folder, boolean decides) {
        command(texts.size() == 1 ? texts.getFirst() : String.valueOf(line(texts)), folder, decides);
    }

    private void command(String text, Path folder, boolean decides) {
        boolean before = reach.decides;
        var around = reach.folders;
        reach.decides = decides;
        reach.folders = new LinkedHashSet<>(List.of(project, folder));
        programs.shell().read(text, reach.folders);
        reach.decides = before;
        reach.folders = around;
    }

    /** Adds a file that is loaded as it is, if it is a program. */
    void script(Path file) {
        if (LoadedFiles.isScript(file)) {
            programs.program(file);
        }
    }
}
