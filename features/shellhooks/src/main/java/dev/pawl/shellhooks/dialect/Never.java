package dev.pawl.shellhooks.dialect;

import java.util.Map;

/** Why events of other agents never happen here. */
public final class Never {
    private static final Map<String, String> WHY = Map.ofEntries(
            Map.entry("Setup", "there is no run that only sets up a project"),
            Map.entry("TaskCreated", "there is no list of tasks that the program keeps"),
            Map.entry("TaskCompleted", "there is no list of tasks that the program keeps"),
            Map.entry("TeammateIdle", "there are no teams of agents"),
            Map.entry("ConfigChange", "settings are read at the start and at `/reload`, not while they are written"),
            Map.entry("InstructionsLoaded", "context files are read with the settings, before hooks run"),
            Map.entry("CwdChanged", "a session stays in its folder"),
            Map.entry("FileChanged", "files are not watched"),
            Map.entry("DirectoryAdded", "a session has one folder"),
            Map.entry("WorktreeCreate", "the tree of `--worktree` is made before hooks are loaded"),
            Map.entry("WorktreeRemove", "the tree of `--worktree` is removed when hooks are gone"),
            Map.entry("beforeTabFileRead", "there is no completion in an editor"),
            Map.entry("afterTabFileEdit", "there is no completion in an editor"),
            Map.entry("workspaceOpen", "there is no editor whose workspace opens"));

    private Never() {}

    /** Why an event never happens here; empty if it does, or if no agent knows it. */
    public static String why(String event) {
        return WHY.getOrDefault(event, "");
    }
}
