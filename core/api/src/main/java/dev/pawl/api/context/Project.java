package dev.pawl.api.context;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import java.nio.file.Path;

/**
 * The place in which the program works: the folder of the session, whether its files are trusted, the settings that
 * apply in it, and programs that run there.
 *
 * <p>Handlers of {@code project_trust}, which run before there is a session, may ask for {@link #cwd} and
 * {@link #isTrusted} and for nothing else.
 *
 * {@snippet :
 * var tests = ctx.project().exec("make", "test");
 * if (!tests.ok()) {
 *     ctx.messages().sendUser("The tests fail: " + tests.stderr());
 * }
 * }
 */
public interface Project {
    /** Returns the folder of the session. */
    Path cwd();

    /** Returns whether the hooks, settings and prompts of the project are used. */
    boolean isTrusted();

    /** Returns the settings of user and project, merged. */
    JsonObject settings();

    /** Runs a program in the folder, without a shell, and waits for it. */
    default ExecResult exec(String... command) throws InterruptedException {
        return exec(ExecOptions.DEFAULT, command);
    }

    /** Runs a program without a shell, with a folder, variables or a time limit, and waits for it. */
    ExecResult exec(ExecOptions options, String... command) throws InterruptedException;

    /** Ends the program that works here, once the agent is idle. */
    void shutdown();
}
