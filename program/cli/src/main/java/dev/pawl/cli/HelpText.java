package dev.pawl.cli;

import java.util.stream.Collectors;

/** The text that {@code --help} prints. */
public final class HelpText {
    private static final int COLUMN = 31;

    private HelpText() {}

    public static String text() {
        var text = new StringBuilder("""
            pawl: a coding agent for the terminal whose every step can be hooked

              pawl [options] [@files…] [prompts…]      work with the agent on a screen; sends the prompts at once
              pawl -p [options] [@files…] [prompts…]   print the answer and exit; several prompts are sent in turn
              command | pawl [options] [prompts…]      piped input becomes part of the first prompt
            """);
        for (var command : Subcommand.values()) {
            text.append(command.help.indent(2));
        }
        for (var section : Option.Section.values()) {
            text.append('\n').append(section.title).append('\n');
            for (var option : Option.values()) {
                if (option.section == section) {
                    add(text, names(option), option.help);
                }
            }
            switch (section) {
                case OUTPUT -> add(text, "--", "end of the options");
                case HOOKS -> add(text, "--NAME, --NAME=VALUE", "a flag of a loaded hook");
                default -> {}
            }
        }
        return text.append("""

            Hooks are loaded from ~/.pi/agent/hooks/ and, if the project is trusted, from its .pi/hooks/.

            Environment
              ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY and others: keys of providers
              PI_CODING_AGENT_DIR          the folder to use instead of ~/.pi/agent
              PI_CODING_AGENT_SESSION_DIR  the folder that sessions are stored in
              PI_OFFLINE=1                 the same as --offline
              PAWL_DEBUG=5005              open a debugger port (5005,suspend waits for it)
              PAWL_AS_PI=1                 --version prints the version of pi that clients expect
              PAWL_JAVA_OPTS               more options for java
            """).toString();
    }

    private static String names(Option option) {
        var value = option.value;
        return option.names.stream()
                .map(name -> value == null
                        ? name
                        : name + " " + (value.required() ? value.placeholder() : "[" + value.placeholder() + "]"))
                .collect(Collectors.joining(", "));
    }

    private static void add(StringBuilder text, String names, String help) {
        var left = "  " + names;
        text.append(left);
        if (left.length() > COLUMN - 2) {
            text.append('\n').append(" ".repeat(COLUMN));
        } else {
            text.append(" ".repeat(COLUMN - left.length()));
        }
        text.append(help.replace("\n", "\n" + " ".repeat(COLUMN))).append('\n');
    }
}
