package dev.pawl.config.resources;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The texts that users put in place of the system prompt or add to it.
 *
 * @param system the text in place of the prompt; null if the house's own is used
 * @param append texts to add to it, in order
 */
public record PromptFiles(@Nullable Source system, List<Source> append, List<Problem> problems) {
    /** A text, and the file it comes from, if it comes from one. */
    public record Source(@Nullable Path path, String text) {}

    /** The house's own prompt, with nothing added. */
    public static PromptFiles none() {
        return new PromptFiles(null, List.of(), List.of());
    }

    /**
     * The command line wins over the project, if that is trusted, and the project over the user.
     *
     * @param system the value of {@code --system-prompt}, a text or a path; null if it was not given
     * @param append the values of {@code --append-system-prompt}, each a text or a path
     */
    public static PromptFiles load(Folders folders, boolean trusted, @Nullable String system, List<String> append) {
        var problems = new ArrayList<Problem>();
        var whole = system == null
                ? file(folders, trusted, "SYSTEM.md", problems)
                : given(folders, system, "--system-prompt", problems);
        var added = new ArrayList<Source>();
        if (append.isEmpty()) {
            var file = file(folders, trusted, "APPEND_SYSTEM.md", problems);
            if (file != null) {
                added.add(file);
            }
        }
        for (var each : append) {
            var source = given(folders, each, "--append-system-prompt", problems);
            if (source != null) {
                added.add(source);
            }
        }
        return new PromptFiles(whole, List.copyOf(added), List.copyOf(problems));
    }

    private static @Nullable Source file(Folders folders, boolean trusted, String name, List<Problem> problems) {
        var project = folders.projectDir().resolve(name);
        var source = trusted ? read(project, folders.confines(folders.cwd()), problems) : null;
        return source == null ? read(folders.agentDir().resolve(name), null, problems) : source;
    }

    private static @Nullable Source read(Path file, @Nullable Path within, List<Problem> problems) {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return new Source(file, TextFile.read(file, within, problems));
        } catch (IOException e) {
            problems.add(Problem.error(file, "cannot be read: " + TextFile.why(e) + ". It is not used."));
            return null;
        }
    }

    /** Something given on the command line. An empty value means none, not even the one in a file. */
    private static @Nullable Source given(Folders folders, String text, String flag, List<Problem> problems) {
        if (text.isEmpty()) {
            return null;
        }
        // What has several lines is not a path, and the file system need not be asked about a whole prompt.
        var path = text.indexOf('\n') >= 0 ? null : folders.find(folders.cwd(), text);
        if (path == null || !Files.exists(path)) {
            return new Source(null, text);
        }
        try {
            return new Source(path, TextFile.readNamed(path, problems));
        } catch (IOException e) {
            problems.add(Problem.warning(
                    path,
                    "cannot be read: " + TextFile.why(e) + ". The value of " + flag + " is used as the text itself."));
            return new Source(null, text);
        }
    }
}
