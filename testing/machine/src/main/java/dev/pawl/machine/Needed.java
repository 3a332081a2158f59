package dev.pawl.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.opentest4j.TestAbortedException;

/**
 * What a test needs of the machine.
 *
 * <p>A missing program fails the test: what Debian and npm have, the deep tier installs before it starts. Only for what
 * neither of them can provide, such as a right that the kernel refuses, is a test skipped, and the log has the reason.
 */
public final class Needed {
    private static final Pattern COLON = Pattern.compile(Pattern.quote(System.getProperty("path.separator")));

    private Needed() {}

    /** Fails unless a program is installed. */
    public static void program(String name) {
        that(isInstalled(name), name + " is not installed; `mvn verify -Pdeep` installs or names what its tests need");
    }

    /** Fails unless a condition holds. */
    public static void that(boolean holds, String missing) {
        if (!holds) {
            throw new AssertionError("this test cannot run here: " + missing);
        }
    }

    /** Skips the test, and logs it, unless there is something that Debian and npm do not have or that is optional. */
    public static void orSkip(boolean holds, String missing) {
        if (!holds) {
            var test = StackWalker.getInstance()
                    .walk(frames -> frames.filter(frame -> !frame.getClassName().equals(Needed.class.getName()))
                            .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                            .findFirst()
                            .orElse("a test"));
            System.out.println("skipped: " + test + ": " + missing);
            throw new Unavailable(missing);
        }
    }

    /** Skips a test for the want of something that cannot be installed. */
    static final class Unavailable extends TestAbortedException {
        private static final long serialVersionUID = 1L;

        Unavailable(String missing) {
            super(missing);
        }
    }

    /** Returns whether a program of this name is on the path. */
    public static boolean isInstalled(String name) {
        return COLON.splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }
}
