package dev.pawl.policy.checkpoint;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether and how checkpoints are created. A project can enable them, and can require them for calls.
 *
 * @param required whether a call is blocked if no checkpoint can be created before it
 * @param ignored whether files that {@code .gitignore} names are saved, too
 * @param maxFile the largest file that is saved, in bytes
 * @param maxFiles how many files and folders there may be
 * @param keepDays how long checkpoints are kept at least
 * @param problems the problems with the settings; while there are any, calls that change files are blocked
 */
public record CheckpointSettings(
        boolean enabled,
        boolean required,
        boolean ignored,
        long maxFile,
        int maxFiles,
        int keepDays,
        List<String> problems) {
    /** The values for settings that are not specified. */
    public static final CheckpointSettings DEFAULT =
            new CheckpointSettings(true, false, false, 10L << 20, 50_000, 30, List.of());

    private static final Set<String> KNOWN = Set.of("mode", "ignored", "maxFileMegabytes", "maxFiles", "keepDays");

    public CheckpointSettings {
        problems = List.copyOf(problems);
    }

    /** The values if the settings cannot be read: calls that change files are blocked. */
    public static CheckpointSettings unreadable(List<String> problems) {
        return new CheckpointSettings(true, true, false, DEFAULT.maxFile, DEFAULT.maxFiles, DEFAULT.keepDays, problems);
    }

    /** Reads both layers. */
    public static CheckpointSettings read(Folders folders, Settings settings) {
        var problems = new ArrayList<String>();
        boolean enabled = false;
        boolean required = false;
        boolean ignored = false;
        long maxFile = DEFAULT.maxFile;
        long maxFiles = DEFAULT.maxFiles;
        long keepDays = DEFAULT.keepDays;
        for (var layer : Layer.values()) {
            var json = settings.get(layer, Keys.CHECKPOINTS);
            if (json == null) {
                continue;
            }
            var where = folders.settingsFile(layer) + ": checkpoints.";
            json.names().stream()
                    .filter(name -> !KNOWN.contains(name))
                    .forEach(name -> problems.add(where + name + " is not known"));
            var mode = json.has("mode") ? json.get("mode") : true;
            if (!(mode instanceof Boolean) && !"required".equals(mode)) {
                problems.add(where + "mode must be true, false or \"required\"");
            }
            enabled |= !Boolean.FALSE.equals(mode);
            required |= "required".equals(mode);
            if (json.has("ignored") && !(json.get("ignored") instanceof Boolean)) {
                problems.add(where + "ignored must be true or false");
            }
            ignored |= json.bool("ignored", false);
            if (layer == Layer.USER) {
                maxFile = positive(json.get("maxFileMegabytes"), maxFile >> 20, where + "maxFileMegabytes", problems)
                        << 20;
                maxFiles = positive(json.get("maxFiles"), maxFiles, where + "maxFiles", problems);
                keepDays = positive(json.get("keepDays"), keepDays, where + "keepDays", problems);
            }
        }
        return new CheckpointSettings(
                enabled || !problems.isEmpty(),
                required || !problems.isEmpty(),
                ignored,
                maxFile,
                (int) maxFiles,
                (int) keepDays,
                problems);
    }

    private static long positive(@Nullable Object written, long otherwise, String where, List<String> problems) {
        if (written == null) {
            return otherwise;
        }
        if (written instanceof Long number && number > 0 && number <= 10_000_000) {
            return number;
        }
        problems.add(where + " must be a whole number, 1 or more");
        return otherwise;
    }
}
