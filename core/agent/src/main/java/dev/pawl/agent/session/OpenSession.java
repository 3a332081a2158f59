package dev.pawl.agent.session;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.request.Requester;
import dev.pawl.agent.run.RunControl;
import dev.pawl.agent.run.SessionRuns;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.session.Session;
import java.util.List;

/** A session while the agent works in it: the parts that {@link SessionAssembly} made, complete from the beginning. */
public record OpenSession(
        Recorder recorder,
        Engine engine,
        ModelInUse model,
        SystemPrompts prompts,
        Requester requester,
        RunControl control,
        SessionContributions contributions,
        SessionPlace place) {

    public Session session() {
        return recorder.session();
    }

    public SessionRuns runs() {
        return control.runs();
    }

    public Queues queues() {
        return control.queues();
    }

    public SessionTools tools() {
        return prompts.tools();
    }

    public Commands commands() {
        return contributions.commands();
    }

    /** The hooks that did not load, with the reasons. */
    public List<LoadProblem> missing() {
        return place.missing();
    }
}
