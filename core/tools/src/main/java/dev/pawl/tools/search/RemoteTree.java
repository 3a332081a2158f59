package dev.pawl.tools.search;

import dev.pawl.api.tool.FileOperations;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Files that a hook provides. They are asked for one after another, and links cannot be distinguished from their targets. */
record RemoteTree(FileOperations files) implements FileTree {
    private static final int DEEPEST = 64;

    @Override
    public List<Found> list(Found folder) throws IOException, InterruptedException {
        var entries = new ArrayList<Found>();
        if (folder.path().getNameCount() > DEEPEST) {
            return entries; // Most likely a link that leads back.
        }
        for (var name : files.list(folder.path())) {
            var path = folder.path().resolve(name);
            entries.add(Found.in(folder, path, name, files.isDirectory(path)));
        }
        return entries;
    }

    @Override
    public InputStream open(Path file) throws IOException, InterruptedException {
        return new ByteArrayInputStream(files.readFile(file));
    }

    @Override
    public byte @Nullable [] read(Path file) throws InterruptedException {
        try {
            return files.exists(file) ? files.readFile(file) : null;
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public boolean exists(Path path) throws InterruptedException {
        try {
            return files.exists(path);
        } catch (IOException e) {
            return false;
        }
    }
}
