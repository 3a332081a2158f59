package dev.pawl.loader.find;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.hooks.registry.LoadProblem;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Reads what a folder's {@code package.json} lists under {@code pi.extensions}. */
final class HookManifest {
    private static final int LARGEST = 4 << 20;

    private HookManifest() {}

    /** The listed paths as written; none where there is no manifest or it names no hooks. */
    static List<String> read(Path folder, Collection<LoadProblem> problems) throws IOException {
        var manifest = folder.resolve("package.json");
        try {
            return JsonObject.parse(RegularFile.read(manifest, LARGEST))
                    .object("pi")
                    .strings("extensions");
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (IllegalArgumentException e) {
            problems.add(LoadProblem.warning(
                    manifest.toString(), "is passed over, because it cannot be understood: " + e.getMessage()));
            return List.of();
        }
    }
}
