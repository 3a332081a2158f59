package dev.pawl.loader.compile;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a hook's class loader takes classes and resources from. */
sealed interface HookContent extends AutoCloseable permits HookContent.InMemory, HookContent.WithLibraries, HookJar {
    /** Returns the class file; null if there is none. */
    byte @Nullable [] classFile(String className) throws IOException;

    /** Returns a resource; null if there is none. */
    @Nullable
    URL resource(String name);

    @Override
    void close() throws IOException;

    /**
     * Classes that were compiled from source or come from the cache.
     *
     * @param files the resources that the sources name
     */
    record InMemory(Map<String, byte[]> classes, Map<String, Path> files) implements HookContent {
        @Override
        public byte @Nullable [] classFile(String className) {
            return classes.get(className);
        }

        @Override
        public @Nullable URL resource(String name) {
            var file = files.get(name);
            try {
                return file == null ? null : file.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException("cannot name " + file, e);
            }
        }

        @Override
        public void close() {}
    }

    /** Classes of a hook, and then those of the jars that it brings along. */
    record WithLibraries(HookContent own, List<HookJar> libraries) implements HookContent {
        @Override
        public byte @Nullable [] classFile(String className) throws IOException {
            var bytes = own.classFile(className);
            for (int i = 0; bytes == null && i < libraries.size(); i++) {
                bytes = libraries.get(i).classFile(className);
            }
            return bytes;
        }

        @Override
        public @Nullable URL resource(String name) {
            var found = own.resource(name);
            for (int i = 0; found == null && i < libraries.size(); i++) {
                found = libraries.get(i).resource(name);
            }
            return found;
        }

        @Override
        public void close() throws IOException {
            for (var library : libraries) {
                library.close();
            }
            own.close();
        }
    }
}
