package dev.pawl.agent.session;

import dev.pawl.api.context.Project;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.hooks.bound.Program;
import java.nio.file.Path;
import java.util.List;

/** The project of a session, as hooks see it. */
record OpenProject(SessionScope scope) implements Project {
    @Override
    public Path cwd() {
        return scope.core().session().cwd();
    }

    @Override
    public boolean isTrusted() {
        return scope.project().trusted();
    }

    @Override
    public JsonObject settings() {
        return scope.project().settings().json();
    }

    @Override
    public ExecResult exec(ExecOptions options, String... command) throws InterruptedException {
        return Program.run(cwd(), options, List.of(command));
    }

    @Override
    public void shutdown() {
        scope.frontend().shutdown().run();
    }
}
