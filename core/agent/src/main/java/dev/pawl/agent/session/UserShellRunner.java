package dev.pawl.agent.session;

import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.run.SessionRuns;
import dev.pawl.agent.secret.Masking;
import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.event.UserBashResult;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.dispatch.Engine;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs shell commands that the user typed, unless a hook runs, answers or refuses them. */
public final class UserShellRunner {
    private final Recorder recorder;
    private final Engine engine;
    private final Listeners listeners;
    private final SessionRuns runs;
    private final ProjectTools tools;
    private final Masking masking;

    UserShellRunner(SessionCore core, SessionRuns runs, ProjectTools tools) {
        this.recorder = core.recorder();
        this.engine = core.engine();
        this.listeners = core.listeners();
        this.runs = runs;
        this.tools = tools;
        this.masking = core.masking();
    }

    /** Runs a command and keeps the result: now, or when the current run has ended. */
    public BashResult run(String typed, boolean excludeFromContext, Consumer<String> shown)
            throws InterruptedException {
        // A value that was typed is run as it was typed; hooks and the conversation have its name.
        var command = masking.text(typed);
        var event = new UserBash(command, excludeFromContext, recorder.session().cwd());
        Consumer<String> output = delta -> {
            if (!engine.withholds(HookPoints.USER_BASH_RESULT)) {
                shown.accept(delta);
                listeners.publish(new AgentEvent.BashOutput(command, delta));
            }
        };
        var decision = engine.fire(HookPoints.USER_BASH, event);
        // What is kept is what was run.
        var ran =
                decision instanceof Decision.Pass<UserBash, UserBash.Answer>(var changed) ? changed.command() : command;
        var raw = switch (decision) {
            case Decision.Pass<UserBash, UserBash.Answer>(var passed) ->
                run(passed.command().equals(command) ? typed : passed.command(), passed, null, output);
            case Decision.Stop<UserBash, UserBash.Answer>(UserBash.Answer.Run(var elsewhere)) ->
                run(command, event, elsewhere, output);
            case Decision.Stop<UserBash, UserBash.Answer>(UserBash.Answer.Result(var answered)) -> answered;
            case Decision.Stop<UserBash, UserBash.Answer>(UserBash.Answer.Refused(var reason)) ->
                throw new IllegalStateException("the command was not run: " + reason);
        };
        var result = filtered(new UserBashResult(ran, excludeFromContext, event.cwd(), masking.result(raw)));
        var message = new Message.BashExecution(
                ran,
                result.output(),
                result.exitCode(),
                result.cancelled(),
                result.truncated(),
                result.fullOutputPath(),
                excludeFromContext,
                recorder.now(),
                JsonObject.empty());
        if (!runs.afterRun(message)) {
            recorder.recordUninterrupted(message);
        }
        return result;
    }

    /**
     * Returns the result after hooks have removed what must not be read. They may also change the output of an aborted
     * command; if they are aborted themselves, the output is withheld.
     */
    private BashResult filtered(UserBashResult event) {
        boolean aborted = Thread.interrupted();
        try {
            return masking.result(
                    engine.fire(HookPoints.USER_BASH_RESULT, event).result());
        } catch (InterruptedException e) {
            aborted = true;
            return event.withheld("It was interrupted.").result();
        } finally {
            if (aborted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private BashResult run(String command, UserBash what, @Nullable BashOperations elsewhere, Consumer<String> output) {
        try {
            return tools.shell().run(command, what.cwd(), what.environment(), elsewhere, output, masking.filter());
        } catch (IOException e) {
            throw new IllegalStateException("the command could not be run: " + e.getMessage(), e);
        }
    }
}
