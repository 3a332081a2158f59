package dev.pawl.serve.driven;

import dev.pawl.agent.Agent;
import dev.pawl.api.value.PermissionMode;

/** The permission modes of a session, for a client that shows or changes them. */
public final class PermissionModes {
    private static final String HOOK = "builtin:permissions";

    private final Agent agent;

    public PermissionModes(Agent agent) {
        this.agent = agent;
    }

    /** Returns whether there is a policy that knows them. */
    public boolean areThere() {
        for (var hook : agent.engine().hooks()) {
            if (hook.path().equals(HOOK)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the mode of the session, or else that of the settings. */
    public String current() {
        var mode = agent.context().session().permissionMode();
        return mode != null
                ? mode
                : agent.context()
                        .project()
                        .settings()
                        .object("permissions")
                        .string("mode", PermissionMode.DEFAULT.wire());
    }

    /** Puts the session into a mode. */
    public void set(PermissionMode mode) {
        if (!areThere()) {
            throw new IllegalStateException(
                    "No rules are in use: set permissions in the settings, or start with --permission-mode.");
        }
        agent.context().session().setPermissionMode(mode.wire());
    }
}
