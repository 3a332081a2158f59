package dev.pawl.shellhooks.ahp;

import dev.pawl.shellhooks.run.WebPosts;
import dev.pawl.tools.shell.PipedPrograms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Makes the connections to backends, and ends those that are left. */
public final class Channels implements AutoCloseable {
    /** What programs of backends inherit: what a program needs to run at all, and nothing that opens a door. */
    private static final Set<String> INHERITED = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "LANG",
            "LANGUAGE",
            "TZ",
            "TMPDIR",
            "JAVA_HOME",
            "PAWL_COMMAND_ID");

    private final PipedPrograms all;
    private final PipedPrograms programs;
    private final UnaryOperator<List<String>> around;
    private final WebPosts posts;
    private final Set<Channel> made = ConcurrentHashMap.newKeySet();

    /**
     * @param programs with the whole environment, where tokens are
     * @param around makes of a program's words those that are run
     */
    public Channels(PipedPrograms programs, UnaryOperator<List<String>> around, WebPosts posts) {
        this.all = programs;
        this.programs = programs.inheriting(name -> INHERITED.contains(name) || name.startsWith("LC_"));
        this.around = around;
        this.posts = posts;
    }

    /** @param folder the folder in which the backend's program works and where its path begins */
    Channel to(Registration.Backend backend, Path folder) {
        var channel = switch (backend.transport()) {
            case Registration.Http http -> new WebChannel(http, posts, all.environment());
            case Registration.Stdio stdio -> {
                var program = program(stdio, folder);
                yield stdio.persistent() ? new PersistentChannel(program) : new PerEventChannel(program);
            }
        };
        made.add(channel);
        return channel;
    }

    private Program program(Registration.Stdio stdio, Path folder) {
        var cwd = stdio.cwd();
        var in = cwd == null ? folder : folder.resolve(cwd).normalize();
        var words = new ArrayList<>(stdio.words());
        // A path is one from the folder, whatever the folder of this program is; a name is found in PATH.
        if (stdio.command().contains("/")) {
            words.set(0, in.resolve(stdio.command()).normalize().toString());
        }
        return new Program(() -> around.apply(List.copyOf(words)), in, programs);
    }

    @Override
    public void close() {
        made.forEach(Channel::close);
        programs.close();
    }
}
