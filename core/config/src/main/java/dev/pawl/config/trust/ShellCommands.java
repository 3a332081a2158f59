package dev.pawl.config.trust;

import dev.pawl.api.shell.Command;
import dev.pawl.api.shell.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds what a text that a shell reads runs, and what that loads. */
final class ShellCommands {
    private static final Pattern PROJECT = Pattern.compile(
            "\\$\\{[A-Z_]*PROJECT_(?:DIR|ROOT)[^}]*\\}|\\$[A-Z_]*PROJECT_(?:DIR|ROOT)|\\$\\{workspaceFolder\\}"
                    + "|\\$\\{PWD[^}]*\\}|\\$PWD\\b|\\$\\(pwd\\)|\\$\\(git rev-parse --show-toplevel[^)]*\\)");
    private static final Pattern FUNCTION = Pattern.compile("(?m)(?:^|[;{]|function)\\s*([\\w:.-]+)\\s*\\(\\s*\\)");
    private static final Pattern FUNCTION_WORD = Pattern.compile("(?m)^\\s*function\\s+([\\w:.-]+)");
    /** Variables that name folders or files from which programs load code. */
    private static final Pattern LOADING = Pattern.compile("\\w*(?:PATH|LIB|OPTIONS|OPT|ENV|PRELOAD|STARTUP)");

    private static final Pattern ASSIGNED = Pattern.compile("\\b(\\w+)=(\"[^\"]*\"|'[^']*'|[^\\s;&|]+)");

    final Reach reach;
    final LoadedFiles programs;
    final ProjectTasks tasks;

    ShellCommands(Reach reach, LoadedFiles programs) {
        this.reach = reach;
        this.programs = programs;
        this.tasks = new ProjectTasks(reach, programs);
    }

    static String here(String text) {
        return PROJECT.matcher(text).replaceAll(Reach.HERE);
    }

    /** A text as a shell reads it. */
    void read(String written, Set<Path> from) {
        var text = here(written);
        var script = Script.of(text);
        if (!script.unknowns().isEmpty()) {
            reach.unknown("a command that cannot be read");
        }
        var functions = new HashSet<String>();
        for (var pattern : List.of(FUNCTION, FUNCTION_WORD)) {
            pattern.matcher(text).results().forEach(found -> functions.add(found.group(1)));
        }
        var bases = new LinkedHashSet<>(from);
        script.commands()
                .forEach(command -> command.words()
                        .forEach(word -> reach.found(from, word, path -> {
                            if (Files.isDirectory(path) && bases.size() < LoadedFiles.MOST_FOLDERS) {
                                bases.add(path);
                            }
                        })));
        ASSIGNED.matcher(text).results().forEach(found -> assigned(found.group(1), found.group(2), text, bases));
        if (reach.decides) {
            new NamedFiles(reach).add(script, text, functions, bases);
        }
        bases.addAll(reach.folders);
        for (var command : script.commands()) {
            run(command, bases, functions, text);
        }
    }

    /** A variable that programs may read: by it they find code, or the folder of their settings. */
    private void assigned(String name, String value, String text, Set<Path> bases) {
        boolean loads = LOADING.matcher(name).matches();
        if (!loads && !(reach.decides && !text.contains("$" + name) && !text.contains("${" + name))) {
            return;
        }
        for (var place : value.replaceAll("[\"']", "").split("[:=\\s]+", -1)) {
            reach.each(bases, place.replaceFirst("^-[A-Za-z]", ""), path -> {
                if (Files.isDirectory(path)) {
                    reach.add(path, Extent.WHOLE);
                    reach.folders.add(path);
                } else if (Files.isRegularFile(path)) {
                    programs.program(path);
                } else if (loads) {
                    programs.file(bases, place.replaceFirst("^-[A-Za-z]", ""));
                }
            });
        }
    }

    /** Adds what one command runs. */
    void run(Command command, Set<Path> bases) {
        run(command, bases, Set.of(), "");
    }

    /**
     * Adds what one command runs.
     *
     * @param functions that are defined around it
     * @param text that it is from
     */
    void run(Command command, Set<Path> bases, Set<String> functions, String text) {
        new CommandFiles(this, command, bases, functions, text).add();
    }
}
