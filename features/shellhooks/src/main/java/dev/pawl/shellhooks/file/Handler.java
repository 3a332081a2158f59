package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a hook does when it is run. */
public sealed interface Handler {
    /** Returns the name by which users know it. */
    String shown();

    /** Returns what it gives to a shell or a program: a command and its arguments; nothing for other hooks. */
    default List<String> texts() {
        return List.of();
    }

    /** Returns whether it calls tools itself, so that it must not be asked about its own calls. */
    default boolean callsTools() {
        return this instanceof McpTool || this instanceof Agent;
    }

    /**
     * A command.
     *
     * @param arguments the program's arguments; null if the command is given to a shell
     * @param background whether the agent goes on without waiting for it
     * @param wakes whether exit code 2 of one in the background wakes an idle session
     * @param environment variables that the file gives it
     * @param cwd the folder that it runs in, from the project; null for the session's
     */
    record Command(
            String command,
            @Nullable List<String> arguments,
            boolean background,
            boolean wakes,
            Map<String, String> environment,
            @Nullable String cwd)
            implements Handler {
        @Override
        public String shown() {
            return String.join(" ", texts());
        }

        @Override
        public List<String> texts() {
            var texts = new ArrayList<>(List.of(command));
            if (arguments != null) {
                texts.addAll(arguments);
            }
            return texts;
        }
    }

    /**
     * A web address.
     *
     * @param allowedVariables the variables that may be in headers
     * @param onlyIfAllowed whether it is asked only where the user's environment allows plain addresses of this machine
     */
    record Http(String url, Map<String, String> headers, Set<String> allowedVariables, boolean onlyIfAllowed)
            implements Handler {
        @Override
        public String shown() {
            return url;
        }
    }

    /** A tool of a server that the session is connected with; its text is read like a command's output. */
    record McpTool(String server, String tool, JsonObject input) implements Handler {
        @Override
        public String shown() {
            return "mcp_tool: " + server + " " + tool;
        }
    }

    /** A question to an agent that may look at files before it answers. */
    record Agent(String prompt, @Nullable String model) implements Handler {
        @Override
        public String shown() {
            return "agent: " + prompt;
        }
    }

    /**
     * A question to a model.
     *
     * @param ends whether a block of what has happened already ends the run; otherwise the model goes on with the reason
     */
    record Prompt(String prompt, @Nullable String model, boolean ends) implements Handler {
        @Override
        public String shown() {
            return "prompt: " + prompt;
        }
    }
}
