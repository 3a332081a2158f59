package dev.pawl.shellhooks.file;

import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.shellhooks.dialect.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a script of a folder {@code pre} or {@code post}, which is called after the tool that it is for. */
public final class ScriptFolder {
    private static final Map<String, String> PROGRAMS = Map.of(
            "sh", "sh", "bash", "bash", "zsh", "zsh", "py", "python3", "js", "node", "mjs", "node", "rb", "ruby");

    private ScriptFolder() {}

    /** The hook that a script is. */
    public static FileHooks read(Dialect dialect, Path script, boolean ofProject) {
        var folder = script.toAbsolutePath().getParent();
        var event = folder == null ? "" : String.valueOf(folder.getFileName());
        var form = dialect.events().get(event);
        if (form == null) {
            return nothing(script, "lies neither in pre nor in post. This hook is not there.", false, ofProject);
        }
        var name = String.valueOf(script.getFileName());
        int dot = name.lastIndexOf('.');
        var tool = dot > 0 ? name.substring(0, dot) : name;
        var words = words(script, dot > 0 ? name.substring(dot + 1) : "");
        if (words == null) {
            return nothing(
                    script,
                    "is neither executable nor a script of a known kind (sh, bash, zsh, py, js, mjs, rb), so it never"
                            + " runs. Make it executable.",
                    true,
                    ofProject);
        }
        var handler =
                new Handler.Command(words.getFirst(), words.subList(1, words.size()), false, false, Map.of(), null);
        var hook = new ShellHook(
                dialect,
                form,
                Matcher.name(tool),
                null,
                handler,
                new ShellHook.Limits(
                        Duration.ofMillis(dialect.times().commandMillis()),
                        dialect.times().loops(),
                        false,
                        ShellHook.Limits.CONTEXT),
                dialect.has(Dialect.Rule.FAILURES_BLOCK, form.moment()),
                new ShellHook.Source(script, event, ofProject, Map.of(), null, null));
        return FileHooks.of(List.of(hook), List.of(), List.of(), ofProject);
    }

    private static @Nullable List<String> words(Path script, String kind) {
        var words = new ArrayList<String>();
        if (!Files.isExecutable(script)) {
            var program = PROGRAMS.get(kind);
            if (program == null) {
                return null;
            }
            words.add(program);
        }
        words.add(script.toAbsolutePath().toString());
        return words;
    }

    private static FileHooks nothing(Path script, String why, boolean idle, boolean ofProject) {
        return FileHooks.of(
                List.of(),
                idle ? List.of(String.valueOf(script.getFileName())) : List.of(),
                List.of(LoadProblem.warning(script.toString(), why)),
                ofProject);
    }
}
