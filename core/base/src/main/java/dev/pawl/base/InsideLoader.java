package dev.pawl.base;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads a library that is on no class path, and beside it the classes of Pawl that are compiled against it. These are in
 * the package {@code inside} below that of a given class; all other classes of Pawl are those that the program has.
 */
public class InsideLoader extends URLClassLoader {
    private final Class<?> outside;
    private final String inside;

    /**
     * @param outside a class of the program, in the package above {@code inside}
     * @param jars of the library; none if the parent has it
     */
    public InsideLoader(String name, Class<?> outside, URL[] jars, ClassLoader parent) {
        super(name, jars, parent);
        this.outside = outside;
        this.inside = outside.getPackageName() + ".inside.";
    }

    /** Loads a class of the package {@code inside}. */
    public final Class<?> loadInside(String simpleName) throws ClassNotFoundException {
        return loadClass(inside + simpleName);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(inside)) {
            synchronized (getClassLoadingLock(name)) {
                var loaded = findLoadedClass(name);
                return loaded == null ? own(name) : loaded;
            }
        }
        if (name.startsWith("dev.pawl.") || name.startsWith("org.jspecify.")) {
            return outside.getClassLoader().loadClass(name);
        }
        return super.loadClass(name, resolve);
    }

    private Class<?> own(String name) throws ClassNotFoundException {
        try (var in = outside.getResourceAsStream("inside/" + name.substring(inside.length()) + ".class")) {
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
