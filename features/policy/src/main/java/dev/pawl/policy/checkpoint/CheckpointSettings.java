package dev.pawl.policy.checkpoint;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import java.util.ArrayList;
import java.util.List;
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

    private static final List<String> KNOWN = List.of("mode", "ignored", "maxFileMegabytes", "maxFiles", "keepDays");

    public CheckpointSettings {
        problems = List.copyOf(problems);
    }

    /** Checks all layers, and takes what they make together, see the rule of {@link Keys#CHECKPOINTS}. */
    public static CheckpointSettings read(Folders folders, Settings settings) {
        var problems = new ArrayList<String>();
        settings.unreadable().forEach(file -> problems.add(file.where() + ": " + file.message()));
        for (var group : settings.groups(Keys.CHECKPOINTS, KNOWN)) {
            problems.addAll(group.flaws());
            check(group.json(), group.where() + ".", problems);
        }
        var both = settings.get(Keys.CHECKPOINTS);
        var json = both == null ? JsonObject.of("mode", false) : both;
        var user = folders.settingsFile(Layer.USER) + ": checkpoints.";
        long maxFile =
                positive(json.get("maxFileMegabytes"), DEFAULT.maxFile >> 20, user + "maxFileMegabytes", problems);
        long maxFiles = positive(json.get("maxFiles"), DEFAULT.maxFiles, user + "maxFiles", problems);
        long keepDays = positive(json.get("keepDays"), DEFAULT.keepDays, user + "keepDays", problems);
        return new CheckpointSettings(
                !Boolean.FALSE.equals(json.get("mode")) || !problems.isEmpty(),
                "required".equals(json.get("mode")) || !problems.isEmpty(),
                json.bool("ignored", false),
                maxFile << 20,
                (int) maxFiles,
                (int) keepDays,
                problems);
    }

    private static void check(JsonObject json, String where, List<String> problems) {
        var mode = json.get("mode");
        if (mode != null && !(mode instanceof Boolean) && !mode.equals("required")) {
            problems.add(where + "mode must be true, false or \"required\"");
        }
        if (json.get("ignored") != null && !(json.get("ignored") instanceof Boolean)) {
            problems.add(where + "ignored must be true or false");
        }
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
