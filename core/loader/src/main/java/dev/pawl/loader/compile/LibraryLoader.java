package dev.pawl.loader.compile;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The class loader of one set of libraries that hooks ask for by name, shared by all hooks of a load that ask for the same.
 *
 * <p>Its jars are opened when the first class is looked for, so that a hook that needs none of them now does not wait.
 */
final class LibraryLoader extends OwnClassesLoader {
    static {
        registerAsParallelCapable();
    }

    private final List<Path> paths;
    private @Nullable List<HookJar> jars;
    private int users;

    LibraryLoader(List<Path> paths, ApiLoader shared) {
        super("libraries", shared, "the libraries of a hook");
        this.paths = paths;
    }

    /** One more hook uses it. */
    synchronized LibraryLoader used() {
        users++;
        return this;
    }

    /** One hook less uses it; the last one closes the jars. */
    synchronized void release() throws IOException {
        if (--users == 0 && jars != null) {
            for (var jar : jars) {
                jar.close();
            }
            jars = List.of();
        }
    }

    private synchronized List<HookJar> jars() throws IOException {
        var open = jars;
        if (open == null) {
            open = new ArrayList<>();
            for (var path : paths) {
                open.add(HookJar.inPlace(path));
            }
            jars = List.copyOf(open);
        }
        return open;
    }

    @Override
    byte @Nullable [] bytes(String name) throws IOException {
        for (var jar : jars()) {
            var bytes = jar.classFile(name);
            if (bytes != null) {
                return bytes;
            }
        }
        return null;
    }

    @Override
    @Nullable
    ProtectionDomain domain() {
        return null;
    }

    @Override
    protected @Nullable URL findResource(String name) {
        var all = findResources(name);
        return all.hasMoreElements() ? all.nextElement() : null;
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        var found = new ArrayList<URL>();
        try {
            for (var jar : jars()) {
                var resource = jar.resource(name);
                if (resource != null) {
                    found.add(resource);
                }
            }
        } catch (IOException e) {
            // Then there is none.
        }
        return Collections.enumeration(found);
    }
}
