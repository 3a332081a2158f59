package dev.pawl.cli;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command {@code pawl completions}: what a shell needs to complete command lines, made from the tables of
 * commands and options.
 */
public final class Completions {
    private Completions() {}

    /** Prints what a shell reads. */
    public static int print(String shell, PrintStream out) {
        out.print(
                switch (shell) {
                    case "bash" -> source("bash") + bash();
                    case "zsh" -> source("zsh") + "autoload -Uz bashcompinit && bashcompinit\n" + bash();
                    default -> "# pawl: save this as ~/.config/fish/completions/pawl.fish\n" + fish();
                });
        return 0;
    }

    private static String commands() {
        return Stream.of(Subcommand.values()).map(Subcommand::written).collect(Collectors.joining(" "));
    }

    /**
     * Returns what may follow a word: the words of a command, the points behind {@code try}, the values of an option.
     */
    private static Map<String, List<String>> followers() {
        var followers = new LinkedHashMap<String, List<String>>();
        for (var command : Subcommand.values()) {
            if (!command.words.isEmpty()) {
                followers.put(command.written(), command.words);
            }
        }
        followers.put("try", HookPoints.all().stream().map(HookPoint::name).toList());
        for (var option : Option.values()) {
            var value = option.value;
            if (value != null && !value.words().isEmpty()) {
                option.names.forEach(name -> followers.put(name, value.words()));
            }
        }
        return followers;
    }

    private static String source(String shell) {
        return "# pawl: source this file, for example with: source <(pawl completions " + shell + ")\n";
    }

    /** Where nothing fits, the shell completes names of files by itself, with all characters that they may contain. */
    private static String bash() {
        var cases = new StringBuilder();
        followers()
                .forEach((name, words) ->
                        cases.append("        %s) words='%s' ;;\n".formatted(name, String.join(" ", words))));
        var options = new ArrayList<String>();
        for (var option : Option.values()) {
            options.addAll(option.names);
        }
        return """
            _pawl() {
                local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
                case $before in
            %s    esac
                if ((COMP_CWORD == 1)); then
                    words='%s'
                fi
                if [[ $now == -* ]]; then
                    words='%s'
                fi
                COMPREPLY=($(compgen -W "$words" -- "$now"))
            }
            complete -o default -F _pawl pawl
            """.formatted(cases, commands(), String.join(" ", options));
    }

    private static String fish() {
        var text = new StringBuilder();
        text.append(fishWords("", "__fish_use_subcommand", commands()));
        followers().forEach((name, words) -> {
            if (!name.startsWith("-")) {
                text.append(fishWords("-f ", "__fish_prev_arg_in " + name, String.join(" ", words)));
            }
        });
        for (var option : Option.values()) {
            text.append(fishOption(option));
        }
        return text.toString();
    }

    private static String fishWords(String more, String condition, String words) {
        return "complete -c pawl %s-n '%s' -a '%s'\n".formatted(more, condition, words);
    }

    private static String fishOption(Option option) {
        var names = option.names.stream()
                .map(name -> name.startsWith("--")
                        ? "-l " + name.substring(2)
                        : name.length() == 2 ? "-s " + name.substring(1) : "-o " + name.substring(1))
                .collect(Collectors.joining(" "));
        var help =
                option.help.lines().findFirst().orElse("").replace("\\", "\\\\").replace("'", "\\'");
        var needed = option.value;
        var value = needed == null || !needed.required()
                ? ""
                : needed.words().isEmpty() ? " -r" : " -x -a '" + String.join(" ", needed.words()) + "'";
        return "complete -c pawl %s%s -d '%s'\n".formatted(names, value, help);
    }
}
