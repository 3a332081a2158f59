package dev.pawl.tools.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.api.tool.FileOperations;
import dev.pawl.base.ImageType;
import dev.pawl.tools.search.FindQuery;
import dev.pawl.tools.search.PatternException;
import dev.pawl.tools.search.Search;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file system of this machine. */
public final class LocalFiles implements FileOperations {
    private final Search search;
    private final TargetFiles targets;

    /** @param texts what another program has open of them */
    public LocalFiles(Search search, OwnFiles own, OpenTexts texts) {
        this.search = search;
        this.targets = new TargetFiles(own, texts);
    }

    /** Fails if files of this machine are no longer what hooks were asked about. */
    public static void verify(FileOperations files, FileTarget target) throws IOException {
        if (files instanceof LocalFiles local) {
            local.targets.verify(target);
        }
    }

    /** Returns the way to files that hooks were asked about. */
    public TargetFiles targets() {
        return targets;
    }

    @Override
    public byte[] readFile(Path path) throws IOException {
        refuseDevices(path);
        return Files.readAllBytes(path);
    }

    /** Reads bit by bit what may be large, and never what a link leads to. */
    public InputStream open(Path path) throws IOException {
        refuseDevices(path);
        return Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Opening a pipe waits for the other side, without limit and without reacting to interruption. */
    private static void refuseDevices(Path path) throws IOException {
        if (Files.readAttributes(path, BasicFileAttributes.class).isOther()) {
            throw new FileSystemException(path.toString(), null, "Not a regular file, but a pipe, socket or device");
        }
    }

    /**
     * Replaces what is in the file at once, so that a full disk or an interruption leaves no half of it. Links to it, its
     * owner and its permissions stay.
     */
    @Override
    public void writeFile(Path path, String content) throws IOException {
        var target = FileTarget.here(path);
        var folder = target.path().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new NoSuchFileException(path.toString());
        }
        targets.write(target, content.getBytes(UTF_8));
    }

    @Override
    public void createDirectories(Path path) throws IOException {
        // A link to a directory is as good as one, which Java does not see everywhere.
        if (!Files.isDirectory(path)) {
            Files.createDirectories(path);
        }
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public boolean isDirectory(Path path) {
        return Files.isDirectory(path);
    }

    @Override
    public List<String> list(Path path) throws IOException {
        var names = new ArrayList<String>();
        try (var entries = Files.newDirectoryStream(path)) {
            for (var entry : entries) {
                var name = entry.getFileName();
                if (name != null) {
                    names.add(name.toString());
                }
            }
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public List<Path> glob(String pattern, Path directory, List<String> ignored, int limit)
            throws IOException, InterruptedException {
        try {
            return search.find(new FindQuery(directory, pattern, ignored, limit)).stream()
                    .map(Path::of)
                    .toList();
        } catch (PatternException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public @Nullable String imageType(Path path) throws IOException {
        refuseDevices(path);
        try (var in = Files.newInputStream(path)) {
            return ImageType.of(in.readNBytes(ImageType.ENOUGH));
        }
    }
}
