package dev.pawl.loader.compile;

import dev.pawl.hooks.bound.Failures;
import dev.pawl.loader.find.HookFile;
import java.util.regex.Pattern;

/** Describes why a class of a hook could not be loaded. */
public final class ClassTrouble {
    private static final Pattern MAJOR_VERSION = Pattern.compile("class file version (\\d+)");
    private static final int MAJOR_VERSION_OF_JAVA_0 = 44;

    private ClassTrouble() {}

    public static String explain(HookFile hook, Throwable trouble) {
        return switch (trouble) {
            case UnsupportedClassVersionError e ->
                "was compiled for " + javaOf(e) + ", but this is Java "
                        + Runtime.version().feature() + ". Compile it with --release "
                        + Runtime.version().feature() + ".";
            case NoClassDefFoundError e ->
                missing(hook, String.valueOf(e.getMessage()).replace('/', '.'));
            case ClassNotFoundException e when e.getCause() == null -> missing(hook, String.valueOf(e.getMessage()));
            case ClassFormatError e -> "has a class file that is damaged (" + e.getMessage() + "). Build it again.";
            case ExceptionInInitializerError e when e.getCause() != null -> initialiser(hook, e.getCause());
            default -> "its classes cannot be loaded: " + trouble;
        };
    }

    /** A static initialiser failed: where in the hook's own code, and why. */
    private static String initialiser(HookFile hook, Throwable cause) {
        var words = Failures.words(cause);
        for (var frame : cause.getStackTrace()) {
            if (frame.getMethodName().equals("<clinit>") && frame.getFileName() != null) {
                return "a static initialiser failed (" + frame.getFileName() + ":" + frame.getLineNumber() + "): "
                        + words;
            }
        }
        return "a static initialiser of " + hook.name() + " failed: " + words;
    }

    private static String missing(HookFile hook, String className) {
        return "the class " + className + " is missing: it is not in " + hook.name()
                + ", and of the rest a hook sees only the JDK and dev.pawl.api. "
                + (hook.isJar()
                        ? "Pack it into the jar."
                        : "Put its source beside the hook's, or make a .jar of them.");
    }

    private static String javaOf(UnsupportedClassVersionError error) {
        var matcher = MAJOR_VERSION.matcher(String.valueOf(error.getMessage()));
        return matcher.find()
                ? "Java " + (Integer.parseInt(matcher.group(1)) - MAJOR_VERSION_OF_JAVA_0)
                : "a newer Java";
    }
}
