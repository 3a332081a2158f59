package dev.pawl.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Checkout;
import java.nio.file.Path;

/** The launcher of the checkout. */
public final class Launcher {
    private static final Path PAWL = Checkout.ROOT.resolve("pawl");

    private Launcher() {}

    /** Returns the launcher after it has built the program, which it does at the first start and after a change, however long that takes. */
    public static Path built() throws Exception {
        var builder = new ProcessBuilder("bash", PAWL.toString(), "--version").redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN") || name.equals("JAVA_TOOL_OPTIONS"));
        var process = builder.start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
        return PAWL;
    }
}
