package dev.pawl.api.context;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The project of the session that answers; it is asked for at every call. */
record ForwardingProject(Supplier<Project> target) implements Project {
    @Override
    public Path cwd() {
        return target.get().cwd();
    }

    @Override
    public boolean isTrusted() {
        return target.get().isTrusted();
    }

    @Override
    public JsonObject settings() {
        return target.get().settings();
    }

    @Override
    public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
        return target.get().exec(options, command);
    }

    @Override
    public void shutdown() {
        target.get().shutdown();
    }
}
