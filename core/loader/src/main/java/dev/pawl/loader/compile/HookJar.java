package dev.pawl.loader.compile;

import dev.pawl.api.Hook;
import dev.pawl.loader.classfile.ExitGuard;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * A hook's jar as it was when it was opened.
 *
 * <p>It reads from a copy of its own, since a build may write over the jar at any time while classes are still to be
 * loaded from it.
 */
final class HookJar implements HookContent {
    static final String SERVICE_FILE = "META-INF/services/" + Hook.class.getName();

    private final Path path;
    private final JarFile jar;
    private final @Nullable Path copy;

    private HookJar(Path path, JarFile jar, @Nullable Path copy) {
        this.path = path;
        this.jar = jar;
        this.copy = copy;
    }

    static HookJar open(Path path, Path copies) throws IOException {
        var copy = Files.createTempFile(copies, "pawl-hook-", ".jar");
        try {
            Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING);
            var jar = new JarFile(copy.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
            deleteIfPossible(copy);
            return new HookJar(path, jar, copy);
        } catch (IOException e) {
            Files.deleteIfExists(copy);
            throw e;
        }
    }

    /** Opens a jar of a repository, which is never overwritten. */
    static HookJar inPlace(Path path) throws IOException {
        return new HookJar(path, new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version()), null);
    }

    /** Returns the classes that the jar itself offers as hooks; none if it has no such list. */
    List<String> hookNames() throws IOException {
        var list = read(SERVICE_FILE);
        return list == null
                ? List.of()
                : new String(list, StandardCharsets.UTF_8)
                        .lines()
                        .map(line -> line.replaceFirst("#.*", "").strip())
                        .filter(line -> !line.isEmpty())
                        .distinct()
                        .toList();
    }

    @Override
    public byte @Nullable [] classFile(String className) throws IOException {
        var bytes = read(className.replace('.', '/') + ".class");
        return bytes == null ? null : ExitGuard.guard(bytes);
    }

    @Override
    public @Nullable URL resource(String name) {
        if (jar.getEntry(name) == null) {
            return null;
        }
        try {
            // The JDK's own connections would open the jar at its path once more, and keep it open.
            var address = new URI("jar", path.toUri() + "!/" + name, null);
            return URL.of(address, new Handler(name));
        } catch (URISyntaxException | MalformedURLException e) {
            throw new IllegalStateException("cannot name " + name + " in " + path, e);
        }
    }

    @Override
    public void close() throws IOException {
        jar.close();
        if (copy != null) {
            Files.deleteIfExists(copy);
        }
    }

    /** Most systems let go of a name while the file is open; the others do when it is closed. */
    private static void deleteIfPossible(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException _) {
            // Then close() does it.
        }
    }

    private byte @Nullable [] read(String name) throws IOException {
        var entry = jar.getEntry(name);
        if (entry == null) {
            return null;
        }
        try (var in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /** Opens connections to one resource. */
    private final class Handler extends URLStreamHandler {
        private final String name;

        Handler(String name) {
            this.name = name;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() throws IOException {
                    var entry = jar.getEntry(name);
                    if (entry == null) {
                        throw new FileNotFoundException(url.toString());
                    }
                    return jar.getInputStream(entry);
                }
            };
        }
    }
}
