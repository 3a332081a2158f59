package dev.pawl.config.trust;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What of a project is not what was trusted, asked hook by hook. */
public final class HookChanges {
    private final Path project;
    private final Set<String> names;

    HookChanges(Path project, Set<String> names) {
        this.project = project;
        this.names = Set.copyOf(names);
    }

    /**
     * Whether a hook is among it: its event in the file, the file as a whole, or a script that it runs.
     *
     * @param place where in the file it is, such as {@code hooks.PreToolUse[0].hooks[0]}
     * @param texts its command and arguments
     */
    public boolean concern(Path file, String place, List<String> texts) {
        var name = file.startsWith(project) ? project.relativize(file).toString() : file.toString();
        var event = place.replaceFirst("\\[.*", "");
        var folder = Objects.requireNonNullElse(file.getParent(), project);
        return names.contains(name)
                || names.contains(name + " " + event)
                || names.stream().anyMatch(changed -> texts.stream().anyMatch(text -> text.contains(changed)))
                || isReached(texts, folder, event.substring(event.lastIndexOf('.') + 1));
    }

    private boolean isReached(List<String> texts, Path folder, String event) {
        var set = TrustedSet.ofCommand(project, texts, folder, event, false);
        return names.stream().anyMatch(changed -> set.covers(project.resolve(changed)));
    }
}
