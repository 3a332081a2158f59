package dev.pawl.loader.compile;

import dev.pawl.api.Hook;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * The locations of the API and the modules it needs, as jars or as folders of classes, for the compiler.
 *
 * @param modulePath empty if they are part of the Java image itself
 */
public record ApiModules(List<Path> modulePath) {
    /** One class of each module that compiling against the vocabulary takes. */
    private static final List<String> MARKERS = List.of(Hook.class.getName(), "org.jspecify.annotations.Nullable");

    /** Finds the modules this program runs with. */
    public static ApiModules ofThisProgram() {
        var paths = new LinkedHashSet<Path>();
        for (var marker : MARKERS) {
            try {
                var source = Class.forName(marker, false, Hook.class.getClassLoader())
                        .getProtectionDomain()
                        .getCodeSource();
                // A start-up cache whose jars were touched may leave the location out.
                var location = source == null ? null : source.getLocation();
                if (location != null && location.getProtocol().equals("file")) {
                    paths.add(Path.of(location.toURI()));
                } else {
                    onClassPath(marker).ifPresent(paths::add);
                }
            } catch (ClassNotFoundException | URISyntaxException e) {
                throw new IllegalStateException("cannot determine where " + marker + " was loaded from", e);
            }
        }
        return new ApiModules(List.copyOf(paths));
    }

    private static Optional<Path> onClassPath(String marker) throws URISyntaxException {
        var name = marker.replace('.', '/') + ".class";
        var found = Hook.class.getClassLoader().getResource(name);
        var text = found == null ? "" : found.toString();
        int end = text.length() - name.length() - 2;
        return text.startsWith("jar:file:")
                ? Optional.of(Path.of(new URI(text.substring("jar:".length(), end))))
                : Optional.empty();
    }

    /** Something that differs whenever the vocabulary does: what was compiled against another one is of no use. */
    String stamp() throws IOException {
        if (modulePath.isEmpty()) {
            return "image";
        }
        var api = modulePath.getFirst();
        var attributes = Files.readAttributes(api, BasicFileAttributes.class);
        if (attributes.isDirectory()) {
            var newest = new NewestFile();
            Files.walkFileTree(api, newest);
            return String.join(" ", "classes", String.valueOf(newest.count), String.valueOf(newest.millis));
        }
        return String.join(
                " ",
                "jar",
                String.valueOf(attributes.size()),
                String.valueOf(attributes.lastModifiedTime().toMillis()));
    }

    private static final class NewestFile extends SimpleFileVisitor<Path> {
        private int count;
        private long millis;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            count++;
            millis = Math.max(millis, attributes.lastModifiedTime().toMillis());
            return FileVisitResult.CONTINUE;
        }
    }
}
