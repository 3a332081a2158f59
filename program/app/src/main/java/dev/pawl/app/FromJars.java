package dev.pawl.app;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * Runs a class from jars that are no part of the program inside it. A start-up cache fits only the class path that it was
 * made with, so what it is made from cannot be on it.
 */
public final class FromJars {
    private FromJars() {}

    /**
     * Runs the class.
     *
     * @param args the jars as a class path, the class with the main method, and its arguments
     */
    public static void main(String[] args) throws Exception {
        var jars = new ArrayList<URL>();
        for (var jar : args[0].split(File.pathSeparator)) {
            jars.add(Path.of(jar).toUri().toURL());
        }
        var loader = new URLClassLoader(jars.toArray(URL[]::new), FromJars.class.getClassLoader());
        loader.loadClass(args[1]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(args, 2, args.length));
    }
}
