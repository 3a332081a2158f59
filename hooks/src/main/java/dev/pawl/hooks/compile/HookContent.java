package dev.pawl.hooks.compile;

import java.io.IOException;
import java.net.URL;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a hook's class loader takes classes and resources from. */
sealed interface HookContent extends AutoCloseable permits HookContent.InMemory, HookJar {
    /** The class file; null if there is none. */
    byte @Nullable [] classFile(String className) throws IOException;

    /** A resource; null if there is none. */
    @Nullable
    URL resource(String name);

    @Override
    void close() throws IOException;

    /** Classes that were compiled from source or come from the cache. */
    record InMemory(Map<String, byte[]> classes) implements HookContent {
        @Override
        public byte @Nullable [] classFile(String className) {
            return classes.get(className);
        }

        @Override
        public @Nullable URL resource(String name) {
            return null;
        }

        @Override
        public void close() {}
    }
}
