package dev.pawl.loader.compile;

import java.io.IOException;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/** A class loader that defines classes from bytes of its own, which its subclasses find. */
abstract class OwnClassesLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final String place;

    /** @param place where the classes come from, for messages */
    OwnClassesLoader(String name, ClassLoader parent, String place) {
        super(name, parent);
        this.place = place;
    }

    /** Returns the bytes of a class; null if it is not here. */
    abstract byte @Nullable [] bytes(String name) throws IOException;

    /** Returns what the classes are allowed; null for what all are. */
    abstract @Nullable ProtectionDomain domain();

    /** Looks here first and then in its parent, but for what all hooks share. */
    @Override
    protected final Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (ApiLoader.owns(name)) {
            return getParent().loadClass(name);
        }
        synchronized (getClassLoadingLock(name)) {
            var loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = mayBeOfJdk(name) ? super.loadClass(name, false) : own(name);
            }
            if (loaded == null) {
                loaded = getParent().loadClass(name);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    /** Jars bring copies of these at times, which must not hide the real ones. */
    private static boolean mayBeOfJdk(String name) {
        return name.startsWith("javax.") || name.startsWith("org.w3c.dom.") || name.startsWith("org.xml.sax.");
    }

    /** Returns a class of its own; null if it has none of that name. */
    private @Nullable Class<?> own(String name) throws ClassNotFoundException {
        try {
            var bytes = bytes(name);
            return bytes == null ? null : defineClass(name, bytes, 0, bytes.length, domain());
        } catch (IOException | IllegalStateException e) {
            throw new ClassNotFoundException(name + " cannot be read from " + place + ": " + e, e);
        }
    }

    @Override
    protected final Class<?> findClass(String name) throws ClassNotFoundException {
        var own = own(name);
        if (own == null) {
            throw new ClassNotFoundException(name);
        }
        return own;
    }
}
