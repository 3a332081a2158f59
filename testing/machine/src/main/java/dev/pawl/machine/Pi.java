package dev.pawl.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The versions of pi that Pawl is compared with, as {@code build/beside-needs} installs them. */
public enum Pi {
    /** The version whose packages extensions are given. */
    OLDER("0.87.1", "pi-0.87.1/node_modules/@earendil-works/pi-coding-agent"),
    /** The version that Pawl follows where the two differ. */
    REFERENCE("1.5.0", "pi-1.5.0/package");

    /** Where all of it is installed, and the table is written; tests run in the folder of their room. */
    public static final Path PLACE = Checkout.file("build", "target", "beside");

    private final String version;
    private final String folder;

    Pi(String version, String folder) {
        this.version = version;
        this.folder = folder;
    }

    public String version() {
        return version;
    }

    /** Returns a file of the published package. */
    public Path file(String name) {
        return installed(PLACE.resolve(folder).resolve(name));
    }

    /** Returns the Node.js that runs pi, and Pawl's TypeScript hooks beside it. */
    public static Path node() {
        return installed(PLACE.resolve("node/node_modules/node/bin/node"));
    }

    /** Returns the command that npm's {@code pi} runs, with these arguments; it uses no network. */
    public List<String> command(String... args) {
        var words = new ArrayList<>(
                List.of(node().toString(), file("dist/bundle/cli.js").toString(), "--offline"));
        words.addAll(List.of(args));
        return words;
    }

    /** Returns a process to start in a home and a folder of the test's own; its errors go to the test's log. */
    public ProcessBuilder process(Path home, Path folder, String... args) {
        var builder = new ProcessBuilder(command(args))
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(Map.of("HOME", home.toString(), "PI_OFFLINE", "1"));
        builder.environment().remove("PI_CODING_AGENT_DIR");
        return builder;
    }

    @Override
    public String toString() {
        return "pi " + version;
    }

    private static Path installed(Path file) {
        Needed.that(Files.exists(file), "there is no " + file + "; `mvn verify -Pbeside` installs it");
        return file;
    }
}
