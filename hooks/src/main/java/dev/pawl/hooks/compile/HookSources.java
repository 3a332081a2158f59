package dev.pawl.hooks.compile;

import dev.pawl.hooks.find.Folder;
import dev.pawl.hooks.find.HookFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The source files of one hook, in the order of their names, as they were at one moment. */
public record HookSources(HookFile hook, List<SourceText> files) {
    public static HookSources read(HookFile hook) throws IOException {
        var files = new ArrayList<SourceText>();
        if (Files.isDirectory(hook.path())) {
            for (var path : Folder.children(hook.path())) {
                if (isSource(path)) {
                    files.add(SourceText.read(path));
                }
            }
        } else {
            files.add(SourceText.read(hook.path()));
        }
        return new HookSources(hook, List.copyOf(files));
    }

    private static boolean isSource(Path path) {
        var name = path.getFileName().toString();
        return name.endsWith(".java") && !name.equals("module-info.java") && !Files.isDirectory(path);
    }
}
