package dev.pawl.acceptance.driven;

import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.ProgramCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A home with a scripted model over real HTTP, and a project, for a program that a test drives over its streams.
 *
 * <p>The program runs inside the test unless the test needs a process: to kill it, for its memory, or because hooks keep
 * it from ending.
 */
public abstract class DrivenHome<T extends DrivenHome<T>> implements AutoCloseable {
    public final Path home;
    public final Path project;
    public final ScriptedModel model;
    private boolean isProcess;

    protected DrivenHome(Path root, Script script) throws IOException {
        this.home = Files.createDirectories(root.resolve("home")).toRealPath();
        this.project = Files.createDirectories(root.resolve("project")).toRealPath();
        this.model = ScriptedModel.playing(script);
        user("models.json", model.modelsJson("openai-completions").toString());
    }

    @SuppressWarnings("unchecked") // T is the class itself.
    protected final T self() {
        return (T) this;
    }

    /** Starts it as a process. */
    public final T asProcess() {
        isProcess = true;
        return self();
    }

    /** Starts it inside the test, as long as nothing else is said. */
    protected final T asThread() {
        isProcess = false;
        return self();
    }

    protected final Process begin(List<String> args) throws IOException {
        var words = args.toArray(String[]::new);
        var inside = new PawlInside(home, project);
        return isProcess ? inside.asProcess().start(words) : inside.start(words);
    }

    /** A file below the user's {@code .pi/agent}. */
    public final T user(String name, String text) throws IOException {
        var file = home.resolve(".pi/agent").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return self();
    }

    /** A hook of the user's, whose {@code install} is this. */
    public final T hook(String body) throws IOException {
        return user("hooks/test.java", """
            import module dev.pawl.api;
            import static dev.pawl.api.HookPoints.*;

            class Test implements Hook {
                public void install(Host pi) {
                    %s
                }
            }
            """.formatted(body));
    }

    /** A program that starts this one, as it is on the class path, with this home. */
    public final Path launcher() throws IOException {
        var file = home.resolve("pawl");
        Files.writeString(file, """
            #!/bin/sh
            HOME='%s' exec %s "$@"
            """.formatted(home, ProgramCommand.shell("")));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    @Override
    public void close() {
        model.close();
    }
}
