package dev.pawl.packages.maven;

import dev.pawl.base.InsideLoader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads Maven's resolver from the jars that this room carries as resources.
 *
 * <p>They are on no class path, so that no start and no start-up cache knows them; the one class of Pawl that is compiled
 * against them is loaded beside them.
 */
final class ResolverLoader extends InsideLoader {
    private static final List<String> JARS =
            List.of("uber.jar", "context.jar", "slf4j-api.jar", "slf4j-nop.jar", "jcl-over-slf4j.jar");

    private final Path folder;

    private ResolverLoader(Path folder, URL[] jars) {
        super("maven-resolver", ResolverLoader.class, jars, getPlatformClassLoader());
        this.folder = folder;
    }

    static ResolverLoader open() throws IOException {
        var folder = Files.createTempDirectory("pawl-resolver");
        var urls = new URL[JARS.size()];
        for (int i = 0; i < urls.length; i++) {
            var file = folder.resolve(JARS.get(i));
            try (var in = resource("resolver/" + JARS.get(i))) {
                Files.copy(in, file);
            }
            urls[i] = file.toUri().toURL();
        }
        return new ResolverLoader(folder, urls);
    }

    private static InputStream resource(String name) throws IOException {
        var in = ResolverLoader.class.getResourceAsStream(name);
        if (in == null) {
            throw new IOException("this program was built without " + name + ", which resolves Maven coordinates");
        }
        return in;
    }

    Resolver resolver() throws IOException {
        try {
            return (Resolver)
                    loadInside("MimaResolver").getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IOException("the resolver for Maven coordinates cannot be loaded: " + e, e);
        }
    }

    @Override
    public @Nullable URL getResource(String name) {
        return findResource(name);
    }

    @Override
    public void close() throws IOException {
        super.close();
        for (var jar : JARS) {
            Files.deleteIfExists(folder.resolve(jar));
        }
        Files.deleteIfExists(folder);
    }
}
