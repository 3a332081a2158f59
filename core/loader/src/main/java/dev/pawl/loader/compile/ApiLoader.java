package dev.pawl.loader.compile;

import dev.pawl.api.Hook;

/**
 * All that hooks share with the program: the vocabulary and the JDK.
 *
 * <p>The program's libraries are not there, so that a hook can bring its own version of any of them.
 */
final class ApiLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ClassLoader program = Hook.class.getClassLoader();

    ApiLoader() {
        super("hook-api", getPlatformClassLoader());
    }

    /** Returns whether a class always comes from here, whatever a hook brings along. */
    static boolean owns(String className) {
        return className.startsWith("dev.pawl.api.")
                || className.startsWith("org.jspecify.annotations.")
                || className.startsWith("java.");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return owns(name) && !name.startsWith("java.") ? program.loadClass(name) : super.loadClass(name, resolve);
    }

    /** The compiler and a few other modules of the JDK belong to the loader of programs. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        var packageName = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        for (var module : ModuleLayer.boot().modules()) {
            var owner = module.getName();
            if (module.isExported(packageName) && (owner.startsWith("jdk.") || owner.startsWith("java."))) {
                return getSystemClassLoader().loadClass(name);
            }
        }
        throw new ClassNotFoundException(name);
    }
}
