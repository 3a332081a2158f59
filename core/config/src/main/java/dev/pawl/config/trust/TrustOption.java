package dev.pawl.config.trust;

import dev.pawl.config.settings.Folders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One answer to the question whether a project is trusted.
 *
 * @param label the answer as a user reads it
 * @param trusted whether it is a yes
 * @param kept what is kept for the next time: folders with yes, no, or null to take an older decision back
 */
public record TrustOption(String label, boolean trusted, Map<Path, @Nullable Boolean> kept) {
    static List<TrustOption> of(Path project) {
        var folder = Folders.canonical(project);
        var parent = folder.getParent();
        var options = new ArrayList<TrustOption>();
        options.add(new TrustOption("Trust this project", true, Map.of(folder, true)));
        if (parent != null) {
            var kept = new LinkedHashMap<Path, @Nullable Boolean>();
            kept.put(parent, true);
            kept.put(folder, null);
            options.add(new TrustOption("Trust everything in " + parent, true, kept));
        }
        options.add(new TrustOption("Trust it for this session", true, Map.of()));
        options.add(new TrustOption("Do not trust it", false, Map.of(folder, false)));
        options.add(new TrustOption("Do not trust it for this session", false, Map.of()));
        return options;
    }

    /** Whether the answer holds for the next time, too. */
    public boolean isKept() {
        return !kept.isEmpty();
    }
}
