package dev.pawl.policy.rule;

import dev.pawl.machine.property.Draw;
import java.util.List;

/** Command lines by a grammar: everyday ones and such that do harm, changed in words, quotes, ends and nesting. */
public final class GeneratedLines {
    /** Everyday lines that only read. */
    public static final List<String> READING = List.of(
            "ls -la",
            "cat f",
            "cat src/a.js | head -20",
            "head -n 2 f",
            "grep -rn a src",
            "grep -c b f src/a.js",
            "find . -name '*.js'",
            "find src -type f",
            "wc -l f",
            "sort -k 1 f | uniq -c",
            "uniq f",
            "cut -d: -f1 f",
            "tr a b < f",
            "sed -n '1,2p' f",
            "sed 's/a/b/g' f",
            "git status",
            "git diff",
            "git log --oneline -5",
            "git show HEAD:f",
            "git branch -a",
            "git config --get user.name",
            "git ls-files",
            "git blame f",
            "git grep a",
            "git stash list",
            "test -f f && echo yes",
            "[ -d src ] || echo no",
            "echo hello",
            "printf '%s' a",
            "date +%s",
            "stat -c %s f",
            "diff f src/a.js",
            "od -c f",
            "nl f",
            "tac f",
            "comm f f",
            "du -sh .",
            "tree -a",
            "git log --format=%h",
            "diff -r src .",
            "file f",
            "cd src && ls",
            "pwd; id -u",
            "readlink -f f",
            "md5sum f",
            "base64 f");

    private static final List<String> HARMFUL = List.of(
            "touch w",
            "echo x > w",
            "echo x >> f",
            "sort -o w f",
            "uniq f w",
            "sed -i s/a/b/ f",
            "sed 'w w' f",
            "sed '1e touch w' f",
            "find . -exec touch w {} +",
            "find . -name f -delete",
            "find . -fprint w",
            "git log --output=w",
            "git log --format --output=w",
            "tree -Io a w",
            "diff -rN src linked",
            "cat /../proc/self/cwd/.env",
            "git branch w",
            "git config a.b c",
            "git config --rename-section user x",
            "git stash",
            "git tag w",
            "tee w",
            "cp f w",
            "mv f w",
            "rm f",
            "mkdir w",
            "ln -s f w",
            "sh -c 'touch w'",
            "eval touch w",
            "xargs touch < f",
            "env touch w",
            "cat .env",
            "cat link",
            "grep -r k3y .",
            "cat .e*",
            "git show HEAD:.env",
            "sort --files0-from=list",
            "wc --files0-from=list",
            "date -f .env",
            "test -v 'a[$(touch w)]'",
            "printf -v x y",
            "awk 'BEGIN{system(\"touch w\")}'",
            "python3 -c 'open(\"w\",\"w\")'");

    private static final String[] WORDS = {
        "-o",
        "-ow",
        "w",
        "--output=w",
        "--output",
        "--outp=w",
        "-i",
        "-i.bak",
        "-e",
        "--",
        "-",
        "-f",
        "-w",
        "-n",
        "-r",
        "-R",
        "-exec",
        "touch",
        "{}",
        "+",
        "';'",
        "\\;",
        "-delete",
        "-fprint",
        "-ok",
        "-O",
        "-Otouch",
        "-T",
        "-t",
        "-k",
        "-c",
        "-d",
        "-p",
        "--files0-from=list",
        "--files0-from",
        "list",
        "--compress-program=touch",
        "--in-place",
        "--expression=w\\ w",
        "-x",
        "-z",
        "-l",
        "-S",
        "-G",
        "-u",
        "--ext-diff",
        "--format",
        "--author",
        "--min-parents",
        "--word-diff-regex",
        "-Io",
        "-Po",
        "--textconv",
        "--show-signature",
        "--format=%G?",
        "-C",
        "-c",
        "alias.x=!touch w",
        "core.pager=touch",
        "--paginate",
        "-s",
        "-v",
        "'a[$(touch w)]'",
        "$(touch w)",
        "`touch w`",
        "\"$(touch w)\"",
        "$x",
        "*",
        "./*",
        "src/*",
        "?",
        "~",
        "~root",
        "{a,b}",
        ".env",
        "link",
        "src/../.env",
        "./.env",
        ".e?v",
        "secret/..",
        "'r .env'",
        "'w w'",
        "'1e touch w'",
        "s/a/b/w\\ w",
        "'s/a/b/e'",
        "HEAD",
        "HEAD:.env",
        "--no-index",
        "/dev/null",
        "/dev/fd/0",
        "/dev/fd/../w",
        "/proc/self/cwd/.env",
        "-print",
        "-name",
        "-newer",
        "-printf",
        "%p",
        "!",
        "(",
        ")",
        "\\(",
        "\\)",
        "-a",
        "-eq",
        "=",
        "-D",
        "-m",
        "--set-upstream-to=w",
        "--edit",
        "--unset",
        "--add",
        "-5",
        "5",
        "a",
        "f"
    };

    private static final String[] ENDS = {
        " > w",
        " >> w",
        " >| w",
        " 2> w",
        " &> w",
        " >& w",
        " > /dev/null",
        " 2>&1",
        " < f",
        " < .env",
        " <> w",
        " 3> w",
        " > /dev/fd/../w",
        " > /dev/fd/1/../w",
        " > ./w",
        " > \"w\"",
        " | tee w",
        " | sh",
        " | xargs touch",
        " & touch w",
        " # > w",
        "\ntouch w",
        "; touch w",
        " && touch w",
        " || touch w",
        " <<< w",
        " <<E\n$(touch w)\nE",
        " <<E\\\nE\nx\nEE\ntouch w",
        " |& cat",
        " > >(tee w)",
        " {x}> w",
        "\r",
        " \\\n> w",
        ";",
        " &&",
        " |"
    };

    private GeneratedLines() {}

    /** Draws a line. */
    public static String line(Draw draw) {
        var line = draw.integer(0, 3) > 0 ? draw.of(READING) : draw.of(HARMFUL);
        int changes = draw.of(0, 1, 1, 1, 2, 2, 3);
        for (int i = 0; i < changes; i++) {
            line = changed(draw, line);
        }
        return line;
    }

    private static String changed(Draw draw, String line) {
        var words = line.split(" ", -1);
        int at = draw.integer(0, words.length - 1);
        return switch (draw.integer(0, 13)) {
            case 0, 1, 2 -> {
                words[at] = words[at] + " " + draw.of(WORDS);
                yield String.join(" ", words);
            }
            case 3 -> {
                words[at] = draw.of(WORDS);
                yield String.join(" ", words);
            }
            case 4 -> {
                words[at] = quoted(draw, words[at]);
                yield String.join(" ", words);
            }
            case 5, 6 -> line + draw.of(ENDS);
            case 7, 8 ->
                line
                        + draw.of(" && ", "; ", " | ", " || ", "\n", " & ", " ;; ")
                        + draw.of(draw.bool() ? READING : HARMFUL);
            case 9 ->
                draw.of(
                                "ls() { touch w; }; ",
                                "cat() { touch w; }\n",
                                "PATH=.; ",
                                "x=1 ",
                                "cd src; ",
                                "cd ..; ",
                                "! ",
                                "time ",
                                "exec ",
                                "command ",
                                "set -e; ",
                                "alias ls='touch w'; ",
                                "shopt -s expand_aliases; ",
                                "set -x; ")
                        + line;
            case 10 ->
                draw.of(
                        "(" + line + ")",
                        "{ " + line + "; }",
                        "$(" + line + ")",
                        "echo `" + line + "`",
                        "sh -c '" + line + "'",
                        "if " + line + "; then :; fi",
                        "eval '" + line + "'",
                        "echo \"$(" + line + ")\"",
                        "cat <(" + line + ")");
            case 11 -> {
                int place = draw.integer(0, line.length());
                yield line.substring(0, place)
                        + draw.of(
                                "\\", "'", "\"", "$", "`", "~", "#", "&", ";", "|", "<", ">", "\n", "*", "{", "}", "(",
                                "!", "=", "\t", "\u00a0")
                        + line.substring(place);
            }
            case 12 -> {
                words[at] = words[at].length() > 2
                        ? words[at].substring(0, words[at].length() - 1)
                        : words[at] + draw.of(WORDS);
                yield String.join(" ", words);
            }
            default -> {
                words[at] = words[at] + draw.of(WORDS);
                yield String.join(" ", words);
            }
        };
    }

    // format:off
    /** Ways to have a program run, with a place for its call. */
    private static final String[] STARTS = {
        "env @", "env -i @", "env A=b @", "env -C . @", "nice @", "nice -n 3 @", "timeout 5 @", "timeout -s9 5 @", "nohup @", "setsid @",
        "stdbuf -o0 @", "command @", "builtin command @", "exec @", "time @", "! @", "( @ )", "{ @; }", "if @; then :; fi", "for i in 1; do @; done",
        "case x in x) @;; esac", "f() { @; }; f", "$( @ )", "echo \"$( @ )\"", "echo `@`", "cat <( @ )", "coproc @ ; wait", "x=1 @", "true && @",
        "@ & wait", "cat <<E\n$( @ )\nE", "echo | xargs @", "find . -maxdepth 0 -exec @ \\;", "prlimit @", "setarch x86_64 @", "unshare @",
        "flock f @", "setpriv @", "/lib64/ld-linux-x86-64.so.2 /usr/bin/@", "echo $((a[$( @ )]))", "a[$( @ )]=1", "eval @", "choom -n 0 -- @",
        "sh -c '@'", "bash -c '@'", "bash -xc '@' x", "env -S '@'", "env -S'@'", "env sh -c '@'", "eval '@'", "trap '@' EXIT", "echo '@' | sh",
        "bash <<< '@'", "sh <<E\n@\nE", "source <(echo '@')", "test -v 'a[$( @ )]'", "printf -v 'a[$( @ )]' x", "flock f -c '@'",
        "script -qc '@' /dev/null", "awk 'BEGIN { system(\"@\") }'", "perl -e 'system(\"@\")'", "python3 -c 'import os; os.system(\"@\")'",
        "echo 'import os; os.system(\"@\")' | python3", "git -c alias.x='!@' x", "git -c core.pager='@' -p log", "sed -n '1e @' f",
        "make -f - <<< 'x:; @'", "tar cf /dev/null f --checkpoint=1 --checkpoint-action=exec='@'", "echo '@' > s; sh s", "alias q='@'",
        "cp /usr/bin/touch q; ./q canary", "ln -s /usr/bin/touch q && ./q canary", "hash -p /usr/bin/touch q; q canary", "x='@'; $x"
    };
    // format:on

    /** Draws a line in which another program or the shell calls {@code touch canary}. */
    public static String starting(Draw draw) {
        var name = draw.of(
                "touch",
                "touch",
                "'touch'",
                "t\\ouch",
                "to\"\"uch",
                "$'t\\x6fuch'",
                "/usr/bin/touch",
                "/usr/bin/t?uch",
                "tou{ch,}");
        var line = name + " canary";
        for (int i = draw.integer(1, 3); i > 0; i--) {
            var start = draw.of(STARTS);
            line = start.replace("@", start.contains("'@") ? line.replace("'", "'\\''") : line);
        }
        return draw.of("", "", "", draw.of(READING) + draw.of("; ", " && ", "\n")) + line;
    }

    private static String quoted(Draw draw, String word) {
        if (word.isEmpty()) {
            return "''";
        }
        int at = draw.integer(0, word.length() - 1);
        return switch (draw.integer(0, 4)) {
            case 0 -> "'" + word + "'";
            case 1 -> "\"" + word + "\"";
            case 2 -> word.substring(0, at) + "\\" + word.substring(at);
            case 3 -> word.substring(0, at) + "''" + word.substring(at);
            default -> "$'" + word + "'";
        };
    }
}
