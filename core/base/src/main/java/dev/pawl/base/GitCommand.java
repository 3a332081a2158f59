package dev.pawl.base;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A call of git that runs nothing that a repository configures or brings.
 *
 * <p>This is the only place that knows how git is called; callers take the arguments and the environment from here.
 *
 * @param arguments the command of git and its arguments
 */
public record GitCommand(List<String> arguments) {
    /** Set on the command line, so that they win over every file of configuration. */
    private static final List<String> SETTINGS = List.of(
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "core.pager=cat",
            "safe.bareRepository=explicit",
            "submodule.recurse=false",
            "protocol.ext.allow=never");

    /** Variables that a hook of git passes to the programs that it starts; they refer to the repository of that hook. */
    // format:off
    private static final Set<String> OF_ANOTHER_REPOSITORY = Set.of(
            "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_DIR",
            "GIT_EXTERNAL_DIFF", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE",
            "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY",
            "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_TEMPLATE_DIR", "GIT_WORK_TREE");
    // format:on

    public GitCommand {
        arguments = List.copyOf(arguments);
    }

    public static GitCommand of(String... arguments) {
        return new GitCommand(List.of(arguments));
    }

    /** Returns the command of git, for messages. */
    public String name() {
        return "git " + arguments.getFirst();
    }

    /**
     * Returns the program and its arguments.
     *
     * @param settings further settings of git, as {@code name=value}
     */
    public List<String> words(String... settings) {
        var words = new ArrayList<String>();
        words.add("git");
        words.add("--no-pager");
        for (var setting : SETTINGS) {
            words.add("-c");
            words.add(setting);
        }
        for (var setting : settings) {
            words.add("-c");
            words.add(setting);
        }
        words.addAll(arguments);
        return List.copyOf(words);
    }

    /** Returns the environment without variables that mean another repository, and without questions on a terminal. */
    public static Map<String, String> environment(Map<String, String> inherited) {
        var own = new HashMap<>(inherited);
        own.keySet().removeAll(OF_ANOTHER_REPOSITORY);
        own.put("GIT_TERMINAL_PROMPT", "0");
        return own;
    }
}
