package dev.pawl.api.event;

import dev.pawl.api.value.Decision;
import java.nio.file.Path;

/**
 * A project with hooks, settings or prompts of its own was opened, and it is not decided yet whether to trust it.
 *
 * @param cwd the folder of the project
 */
public record ProjectTrust(Path cwd) {
    /** Leaves the decision to other hooks, the settings or the user. */
    public Decision<ProjectTrust, Verdict> undecided() {
        return Decision.pass(this);
    }

    /** Trusts the project, now or also the next time. */
    public Decision<ProjectTrust, Verdict> trust(boolean remember) {
        return Decision.stop(new Verdict(true, remember));
    }

    /** Does not trust the project, now or also the next time. */
    public Decision<ProjectTrust, Verdict> distrust(boolean remember) {
        return Decision.stop(new Verdict(false, remember));
    }

    /** The decision whether the project is trusted, and whether that holds for the next time too. */
    public record Verdict(boolean trusted, boolean remember) {}
}
