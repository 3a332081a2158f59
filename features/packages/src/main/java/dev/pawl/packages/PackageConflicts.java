package dev.pawl.packages;

import dev.pawl.config.settings.Folders;
import dev.pawl.packages.content.Kind;
import dev.pawl.packages.install.PackagePlaces;
import dev.pawl.packages.source.ConfiguredPackage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Names of skills, prompt templates and themes that two packages bring, of which only the first would be loaded. */
public final class PackageConflicts {
    private static final Map<Kind, String> NAMED =
            Map.of(Kind.SKILLS, "skill", Kind.PROMPTS, "prompt template", Kind.THEMES, "theme");

    private final Folders folders;

    public PackageConflicts(Folders folders) {
        this.folders = folders;
    }

    /**
     * One sentence for each name that a package has in common with another one.
     *
     * @param fresh a package whose files are there
     * @param configured the packages of the settings; an older version of this one does not count
     */
    public List<String> of(ConfiguredPackage fresh, List<ConfiguredPackage> configured) {
        var names = names(fresh);
        var conflicts = new ArrayList<String>();
        for (var other : configured) {
            if (!other.source().identity().equals(fresh.source().identity())) {
                names(other).stream()
                        .filter(names::contains)
                        .forEach(name -> conflicts.add(
                                "it brings the %s, which %s brings, too".formatted(name, other.written())));
            }
        }
        return conflicts;
    }

    /** Kind and name of what is loaded of a package. */
    private Set<String> names(ConfiguredPackage entry) {
        var names = new TreeSet<String>();
        var root = new PackagePlaces(folders.of(entry.layer())).root(entry.source());
        if (Files.exists(root)) {
            Packages.content(entry, root, new ArrayList<>())
                    .files()
                    .forEach((kind, files) -> files.forEach((file, enabled) -> {
                        var kindName = NAMED.get(kind);
                        if (enabled && kindName != null) {
                            names.add(kindName + " " + name(file));
                        }
                    }));
        }
        return names;
    }

    /** A skill is called as its folder, everything else as its file. */
    private static String name(Path file) {
        var name = String.valueOf(file.getFileName());
        var parent = file.getParent();
        return name.equals("SKILL.md") && parent != null
                ? String.valueOf(parent.getFileName())
                : name.replaceFirst("\\.\\w+$", "");
    }
}
