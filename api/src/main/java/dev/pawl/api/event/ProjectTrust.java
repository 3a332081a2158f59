package dev.pawl.api.event;

import dev.pawl.api.value.Decision;
import java.nio.file.Path;

/** A project with hooks, settings or prompts of its own was opened, and it is not decided yet whether to trust it. */
public record ProjectTrust(Path cwd) {
    public Decision<ProjectTrust, Verdict> undecided() {
        return Decision.pass(this);
    }

    public Decision<ProjectTrust, Verdict> trust(boolean remember) {
        return Decision.stop(new Verdict(true, remember));
    }

    public Decision<ProjectTrust, Verdict> distrust(boolean remember) {
        return Decision.stop(new Verdict(false, remember));
    }

    /** Whether the project is trusted, and whether that holds for the next time too. */
    public record Verdict(boolean trusted, boolean remember) {}
}
