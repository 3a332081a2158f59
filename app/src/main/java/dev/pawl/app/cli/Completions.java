package dev.pawl.app.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The command {@code pawl completions}: what a shell needs to complete command lines, made from the table of options. */
public final class Completions {
    /** The shells that it knows. */
    public static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    private static final List<String> COMMANDS = List.of(
            "hooks",
            "install",
            "remove",
            "update",
            "list",
            "config",
            "trust",
            "mcp",
            "trace",
            "audit",
            "acp",
            "dev",
            "completions");
    private static final List<String> HOOKS =
            List.of("new", "init", "edit", "try", "test", "doctor", "points", "allow", "replay");

    private Completions() {}

    /** Prints what a shell reads. */
    public static int print(String shell, PrintStream out) {
        out.print(
                switch (shell) {
                    case "bash" -> bash();
                    case "zsh" -> "autoload -Uz bashcompinit && bashcompinit\n" + bash();
                    default -> fish();
                });
        return 0;
    }

    private static List<String> options() {
        var names = new ArrayList<String>();
        for (var option : Option.values()) {
            names.addAll(option.names);
        }
        return names;
    }

    private static String bash() {
        return """
            # pawl: source this file, for example with: source <(pawl completions bash)
            _pawl() {
                local now=${COMP_WORDS[COMP_CWORD]} first=${COMP_WORDS[1]}
                COMPREPLY=()
                if [[ $now == -* ]]; then
                    COMPREPLY=($(compgen -W "%s" -- "$now"))
                elif ((COMP_CWORD == 1)); then
                    COMPREPLY=($(compgen -W "%s" -- "$now") $(compgen -f -- "$now"))
                elif [[ $first == hooks ]] && ((COMP_CWORD == 2)); then
                    COMPREPLY=($(compgen -W "%s" -- "$now"))
                elif [[ $first == dev ]] && ((COMP_CWORD == 2)); then
                    COMPREPLY=($(compgen -W "publish" -- "$now"))
                elif [[ $first == completions ]] && ((COMP_CWORD == 2)); then
                    COMPREPLY=($(compgen -W "%s" -- "$now"))
                else
                    COMPREPLY=($(compgen -f -- "$now"))
                fi
            }
            complete -o filenames -F _pawl pawl
            """.formatted(
                        String.join(" ", options()),
                        String.join(" ", COMMANDS),
                        String.join(" ", HOOKS),
                        String.join(" ", SHELLS));
    }

    private static String fish() {
        var text = new StringBuilder("# pawl: save this as ~/.config/fish/completions/pawl.fish\n");
        text.append("complete -c pawl -n __fish_use_subcommand -a '")
                .append(String.join(" ", COMMANDS))
                .append("'\n");
        text.append("complete -c pawl -n '__fish_seen_subcommand_from hooks' -a '")
                .append(String.join(" ", HOOKS))
                .append("'\n");
        text.append("complete -c pawl -n '__fish_seen_subcommand_from completions' -a '")
                .append(String.join(" ", SHELLS))
                .append("'\n");
        for (var option : Option.values()) {
            var names = option.names.stream()
                    .map(name -> name.startsWith("--")
                            ? "-l " + name.substring(2)
                            : name.length() == 2 ? "-s " + name.substring(1) : "-o " + name.substring(1))
                    .collect(Collectors.joining(" "));
            var help = option.help
                    .lines()
                    .findFirst()
                    .orElse("")
                    .replace("\\", "\\\\")
                    .replace("'", "\\'");
            text.append("complete -c pawl ")
                    .append(names)
                    .append(option.value != null && option.value.required() ? " -r" : "")
                    .append(" -d '")
                    .append(help)
                    .append("'\n");
        }
        return text.toString();
    }
}
