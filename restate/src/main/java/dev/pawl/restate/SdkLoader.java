package dev.pawl.restate;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Loads Pawl's classes that are compiled against the SDK beside it, for it is on no class path. */
final class SdkLoader extends ClassLoader {
    private static final String INSIDE = "dev.pawl.restate.inside.";

    private SdkLoader(ClassLoader sdk) {
        super("restate-inside", sdk);
    }

    /** @param sdk has the SDK and what it needs */
    static HandlerHost host(ClassLoader sdk, List<String> places, Steps steps) throws IOException {
        // The SDK logs; that there is no logging is nothing to report.
        System.setProperty("log4j2.statusLoggerLevel", "OFF");
        try {
            return (HandlerHost) new SdkLoader(sdk)
                    .loadClass(INSIDE + "SdkHost")
                    .getConstructor(List.class, Steps.class)
                    .newInstance(places, steps);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IOException("the SDK of Restate cannot be used: " + e, e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(INSIDE)) {
            synchronized (getClassLoadingLock(name)) {
                var loaded = findLoadedClass(name);
                return loaded == null ? own(name) : loaded;
            }
        }
        if (name.startsWith("dev.pawl.") || name.startsWith("org.jspecify.")) {
            return SdkLoader.class.getClassLoader().loadClass(name);
        }
        return super.loadClass(name, resolve);
    }

    private Class<?> own(String name) throws ClassNotFoundException {
        try (InputStream in =
                SdkLoader.class.getResourceAsStream("inside/" + name.substring(INSIDE.length()) + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            var bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
