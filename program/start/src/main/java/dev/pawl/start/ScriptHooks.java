package dev.pawl.start;

import dev.pawl.base.RegularFile;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A quick look whether there are hooks in TypeScript, so that their process starts early. */
final class ScriptHooks {
    private static final int MANIFEST_LIMIT = 1 << 20;

    private ScriptHooks() {}

    /** Returns whether the command line or a folder of the user names hooks in TypeScript or JavaScript. */
    static boolean seemThere(CommandLine line, Places places) {
        for (var hook : line.values(Option.HOOK)) {
            if (isForeign(places.cwd().resolve(hook).toFile())) {
                return true;
            }
        }
        if (!line.has(Option.NO_EXTENSIONS)) {
            for (var name : List.of("extensions", "hooks")) {
                var there = places.agentDir().resolve(name).toFile().listFiles();
                for (var file : there == null ? new File[0] : there) {
                    if (isForeign(file)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** A script, an npm package, or a folder that has a script as its index. What is not seen is found a little later. */
    private static boolean isForeign(File file) {
        return file.getName().endsWith(".ts")
                || file.getName().endsWith(".js")
                || new File(file, "index.ts").exists()
                || new File(file, "index.js").exists()
                || namesExtensions(new File(file, "package.json").toPath());
    }

    /** A package may also bring only skills or prompts. */
    private static boolean namesExtensions(Path manifest) {
        try {
            var text = RegularFile.read(manifest, MANIFEST_LIMIT);
            return new String(text, StandardCharsets.UTF_8).contains("\"extensions\"");
        } catch (IOException e) {
            return false;
        }
    }
}
