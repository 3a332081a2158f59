package dev.pawl.cli;

import java.util.stream.Collectors;

/** What {@code --help} prints. */
public final class HelpText {
    private static final int COLUMN = 31;

    private HelpText() {}

    public static String text() {
        var text = new StringBuilder("""
            pawl: a coding agent for the terminal whose every step can be hooked

              pawl [options] [@files…] [prompts…]      work with the agent on a screen; sends the prompts at once
              pawl -p [options] [@files…] [prompts…]   print the answer and exit; several prompts are sent in turn
              command | pawl [options] [prompts…]      piped input becomes part of the first prompt
              pawl [options] hooks                     list the loaded hooks and the events they listen to
              pawl [options] hooks try POINT [TEXT]    send one event to them: hooks try tool_call "rm -rf x"
              pawl [options] hooks try /COMMAND [ARGS] run a command of a hook; tool:NAME '{…}' calls a tool of one
              pawl [options] hooks doctor              check what hooks need and report what is wrong
              pawl hooks new NAME [--point POINT]      write a hook; also --tool, --command, --provider, --test, -l
              pawl hooks init [FOLDER]                 write a Maven project for hooks, with settings for editors
              pawl hooks edit NAME                     open a hook in your editor
              pawl hooks allow URL                     let hooks take libraries (//DEPS) from this Maven repository
              pawl [options] hooks test EVENT          run hooks of other agents: hooks test PreToolUse < payload.json
              pawl hooks replay HOOK SESSION…          ask a hook about recorded sessions: what would differ?
              pawl hooks points                        list all events
              pawl trust                               the projects that may run code, and what changed (trust --help)
              pawl policy check COMMAND                what would become of a command line, and which rule decides
              pawl mcp                                 servers of tools: list, test, add, import (mcp --help)
              pawl acp                                 work for an editor, as --mode acp
              pawl trace SESSION [OUT]                 what hooks did in a session, and how long it took
              pawl audit verify|export [FILE]          check the record of decisions, or send it to a collector
              pawl watch [--port PORT]                 a page of the sessions that run now, to answer their questions
              pawl fleet, pawl worker                  sessions that outlive the program that runs them (fleet --help)
              pawl share SESSION [OUT]                 make a copy of a session for others, without secrets
              pawl dev publish [--to FOLDER]           put the API and the test kit into ~/.m2/repository
              pawl completions bash|zsh|fish           what your shell needs to complete command lines
              pawl install|remove|update SOURCE        packages of hooks, skills, prompts and themes: npm:NAME,
              pawl list, pawl config                   git:HOST/USER/REPO, mvn:GROUP:ARTIFACT or a path (install --help)
            """);
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
