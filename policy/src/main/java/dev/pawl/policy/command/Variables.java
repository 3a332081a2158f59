package dev.pawl.policy.command;

import java.util.Set;
import java.util.regex.Pattern;

/** Which variables change what a program does: a command that sets one of them may have other effects than its name suggests. */
final class Variables {
    /** Variables that the shell itself uses. */
    private static final Pattern OF_THE_SHELL = Pattern.compile(
            "PATH|IFS|ENV|SHELLOPTS|BASHOPTS|BASH_.*|PS[0-4]|"
                + "PROMPT_COMMAND|CDPATH|HOME|SHELL|LD_.*|DYLD_.*|GIT_.*|.*PAGER|.*EDITOR|VISUAL|BROWSER|.*_COMMAND|"
                + ".*_OPTIONS|.*_OPTS|.*PRELOAD.*|FCEDIT|EXECIGNORE|GLOBIGNORE|HISTFILE|TMPDIR|MAKEFLAGS|PYTHON.*|"
                + "NODE_OPTIONS|PERL.*|RUBY.*|LESS.*|MANOPT|TAR_OPTIONS|RIPGREP_CONFIG_PATH|SSH_.*|"
                + "XDG_.*|NPM_.*|npm_.*|NODE_PATH|CLASSPATH|MANPATH|JAVA_HOME|DOCKER_.*|CARGO_.*|GO(FLAGS|PATH|ROOT|PROXY|ENV)");

    /** Variables that may be set for a program without a question. */
    private static final Set<String> HARMLESS = Set.of(
            "LANG",
            "LANGUAGE",
            "TZ",
            "TERM",
            "COLORTERM",
            "COLUMNS",
            "LINES",
            "NO_COLOR",
            "FORCE_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "CI",
            "DEBUG",
            "VERBOSE",
            "LOG_LEVEL",
            "RUST_LOG",
            "RUST_BACKTRACE",
            "NODE_ENV",
            "RAILS_ENV",
            "RACK_ENV",
            "APP_ENV",
            "FLASK_ENV",
            "ENVIRONMENT",
            "PORT",
            "HOST",
            "SEED",
            "PYTHONUNBUFFERED",
            "PYTHONDONTWRITEBYTECODE",
            "PYTHONHASHSEED",
            "DEBIAN_FRONTEND",
            "GIT_TERMINAL_PROMPT",
            "GIT_PAGER_IN_USE",
            "SOURCE_DATE_EPOCH");

    private Variables() {}

    /** Whether setting it in the shell changes what later commands mean. */
    static boolean changesShell(String name) {
        return OF_THE_SHELL.matcher(name).matches();
    }

    /** Whether the variable may change what a program does. */
    static boolean changesPrograms(String name) {
        return !HARMLESS.contains(name) && !name.startsWith("LC_");
    }
}
