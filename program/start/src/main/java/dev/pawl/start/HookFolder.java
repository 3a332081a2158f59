package dev.pawl.start;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The resources of a folder that the command line names as a hook, besides its hooks, as pi's packages do. */
public final class HookFolder {
    private static final int LARGEST = 8 << 20;

    private HookFolder() {}

    /**
     * The paths of its skills, prompts or themes: those that its {@code package.json} names, or the folder of that name.
     *
     * @param kind {@code skills}, {@code prompts} or {@code themes}
     */
    public static List<Path> resources(Path folder, String kind) {
        var manifest = folder.resolve("package.json");
        var paths = new ArrayList<Path>();
        if (Files.isRegularFile(manifest)) {
            try {
                var named =
                        JsonObject.parse(RegularFile.read(manifest, LARGEST)).object("pi");
                for (var path : named.strings(kind)) {
                    paths.add(folder.resolve(path).normalize());
                }
                if (named.has(kind)) {
                    return paths;
                }
            } catch (IOException | IllegalArgumentException e) {
                // The code that loads its hooks reports what is wrong with the file.
            }
        }
        var usual = folder.resolve(kind);
        if (Files.isDirectory(usual)) {
            paths.add(usual);
        }
        return paths;
    }
}
