package dev.pawl.property;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/** What a test needs of the machine: without it the test is skipped and the log has the reason; CI requires some of it. */
public final class Needed {
    private static final Pattern COLON = Pattern.compile(Pattern.quote(System.getProperty("path.separator")));

    private Needed() {}

    /** Fails in CI (environment variable {@code CI}) and skips elsewhere if a program is not installed. */
    public static void program(String name) {
        var there = COLON.splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        var missing = name + " is not installed";
        if (!there && !System.getenv().getOrDefault("CI", "").isEmpty() && !Boolean.getBoolean("pawl.offline")) {
            throw new AssertionError(missing + "; in CI this test is not skipped");
        }
        that(there, missing);
    }

    /** Skips the test unless a condition holds, and logs it. */
    public static void that(boolean holds, String missing) {
        if (!holds) {
            var test = StackWalker.getInstance()
                    .walk(frames -> frames.filter(frame -> !frame.getClassName().equals(Needed.class.getName()))
                            .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                            .findFirst()
                            .orElse("a test"));
            System.out.println("skipped: " + test + ": " + missing);
        }
        Assumptions.assumeTrue(holds, missing);
    }
}
