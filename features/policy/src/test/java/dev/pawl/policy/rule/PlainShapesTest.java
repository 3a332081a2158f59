package dev.pawl.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.value.PermissionMode;
import dev.pawl.policy.command.CommandLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs unasked is made of plain shapes of programs and options that only read; everything else is asked about. */
class PlainShapesTest {
    @TempDir
    Path folder;

    private Path cwd;
    private Path home;

    @BeforeEach
    void project() throws IOException {
        cwd = Files.createDirectories(folder.resolve("project")).toRealPath();
        home = Files.createDirectories(folder.resolve("home/.ssh")).getParent().toRealPath();
        for (var file : List.of("src/a.js", "src/b.js", "secrets/key", ".env", "f")) {
            Files.createDirectories(cwd.resolve(file).getParent());
            Files.writeString(cwd.resolve(file), "x");
        }
        Files.createSymbolicLink(cwd.resolve("link"), Path.of(".env"));
    }

    private Rules rules(List<String> allow, List<String> ask, List<String> deny) {
        var rules = new Rules(cwd, home);
        rules.add("test", "allow", allow, false);
        rules.add("test", "ask", ask, false);
        rules.add("test", "deny", deny, false);
        assertThat(rules.problems()).isEmpty();
        return rules;
    }

    private String verdict(Judge judge, String command, PermissionMode mode) {
        var call = CallFacts.command(command, cwd);
        return judge.judge(call, mode, false).getClass().getSimpleName();
    }

    private Judge free() {
        return new Judge(rules(List.of(), List.of(), List.of()), cwd, home);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "touch w",
                "/usr/bin/touch w",
                "env touch w",
                "env -S 'touch w'",
                "env -vS 'touch w'",
                "coproc touch w",
                "a[$(touch w)]=1",
                "test -v 'a[$(touch w)]'",
                "echo $((a[$(touch w)]))",
                "$X w",
                "x=touch; $x w",
                "eval \"$X\"",
                "for x in touch; do $x w; done",
                "t() { touch \"$@\"; }; t w",
                "t\\ouch w",
                "$'tou\\x63h' w",
                "cat <(touch w)",
                "tou{c,}h w",
                "t?uch w",
                "prlimit touch w",
                "prlimit /usr/bin/t?uch w",
                "/lib64/ld-linux-x86-64.so.2 /bin/touch w",
                "uv run touch w",
                "script -qc 'touch w' /dev/null",
                "script -qc 't\\ouch w' /dev/null",
                "perl -e 'system(\"touch w\")'",
                "python3 -c 'getattr(__import__(\"os\"), \"sys\" + \"tem\")(\"tou\" + \"ch w\")'",
                "echo 'import os; os.system(\"touch w\")' | python3",
                "cp /usr/bin/touch t; ./t w",
                "ln -s /usr/bin/touch t && ./t w",
                "echo 'touch w' > s; bash s",
                "git config alias.t '!touch w'",
                "make CC=touch",
                "xterm -etouch w",
                "bash -c 'bundle exec /usr/bin/touc* w'",
                "cat .env"
            })
    void rules_that_deny_hold_in_the_mode_that_asks_nothing(String line) {
        var judge = new Judge(rules(List.of(), List.of(), List.of("Bash(touch *)", "Read(.env)")), cwd, home);
        assertThat(verdict(judge, line, PermissionMode.BYPASS)).isIn("Deny", "Ask");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npm run build",
                "echo x > w",
                "rm -rf build",
                "cp f w; ls",
                "mvn -q -Dtest=A test 2>&1 | tail -20",
                "docker run --rm -v /a:/b image:1.2 sh",
                "git commit -am 'touch (nothing) else; \"really\"'",
                "git stash drop stash@{0}",
                "gh pr create --title 'Mend the build' --body 'It ends.'",
                "timeout 60 npm test",
                "cd src && make -j4 all"
            })
    void a_plain_line_that_no_rule_is_about_runs_in_the_mode_that_asks_nothing(String line) {
        var judge = new Judge(rules(List.of(), List.of(), List.of("Bash(touch *)")), cwd, home);
        assertThat(verdict(judge, line, PermissionMode.BYPASS)).isEqualTo("Allow");
        assertThat(verdict(free(), "x=1; $y " + line, PermissionMode.BYPASS)).isEqualTo("Allow");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls",
                "ls -la",
                "ls -la src | head -20",
                "ls --color=never *.js",
                "cat src/a.js",
                "cat src/*.js",
                "cat src/a.js | head -20",
                "cat -n src/a.js | sed -n '10,40p'",
                "sed -n 5p src/a.js",
                "sed 's/a/b/g' src/a.js",
                "head -n 20 src/a.js; tail -n 5 src/b.js",
                "head -20 src/a.js",
                "grep -rn foo src",
                "grep -rn \"foo bar\" src --include='*.js'",
                "grep -E 'a|b' src/a.js | wc -l",
                "grep -n \"end$\" src/a.js",
                "grep -rn -- '--output' src",
                "rg -- --pre src",
                "grep -c foo src/*.js",
                "rg -n foo src",
                "rg -tjava 'class \\w+' -A 3 --glob '!test'",
                "find . -name '*.java'",
                "find . -type f -name '*.js' -not -path './node_modules/*' | sort | head",
                "find . \\( -name a -o -name b \\) -print",
                "wc -l src/a.js",
                "sort src/a.js | uniq -c | sort -rn | head -5",
                "cut -d: -f1 src/a.js",
                "git status",
                "git status --short",
                "git diff",
                "git diff --stat HEAD~1 -- src",
                "git log --oneline -5",
                "git log -n 3 --format='%h %s' --graph",
                "git show HEAD:src/a.js",
                "git show --stat HEAD~1",
                "git blame -L 1,5 src/a.js",
                "git branch -a",
                "git branch --show-current",
                "git stash list",
                "git show stash@{0} --stat",
                "git rev-parse --abbrev-ref HEAD",
                "git ls-files | wc -l",
                "git remote -v",
                "git config --get user.name",
                "git config user.email",
                "git tag -l 'v*'",
                "git -C src log --oneline -1",
                "git --no-pager log -1",
                "cd src && ls",
                "cd src && git status 2>/dev/null",
                "pwd; whoami; uname -a",
                "test -f src/a.js && echo yes || echo no",
                "[ -d src ] && ls src",
                "echo \"hello world\"",
                "echo rm -rf / # not a command",
                "printf '%s\\n' a b",
                "ls 2>&1",
                "ls >/dev/null 2>&1",
                "ls &>/dev/null",
                "ls &>/dev/null && ls",
                "sed 's/[^a-z_]*[[:digit:]]/[x]/g' f",
                "sed -n '/[|,]/p' f",
                "wc -l < src/a.js",
                "which java",
                "command -v git",
                "type ls",
                "date +%s",
                "date -d yesterday",
                "du -sh src",
                "df -h .",
                "stat -c %s src/a.js",
                "file src/a.js",
                "realpath src",
                "tree -L 2 src",
                "diff -u src/a.js src/b.js",
                "jq .name package.json",
                "jq -r '.a[] | .b' x.json",
                "tree -a -I node_modules -L 2",
                "git shortlog -sn",
                "git log --author x --since 2.weeks",
                "head -n -1 src/a.js",
                "sha256sum src/a.js",
                "/bin/ls src",
                "set -e; ls",
                "set -euo pipefail\nls src\ncat f",
                "echo a | tr a-z A-Z",
                "cat ~/notes.txt",
                "env",
                "true && false || :"
            })
    void everyday_lines_that_only_read_run_unasked(String command) {
        assertThat(verdict(free(), command, PermissionMode.DEFAULT)).isEqualTo("Allow");
        assertThat(verdict(free(), command, PermissionMode.PLAN)).isEqualTo("Allow");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo x > /dev/fd/../../../tmp/x",
                "ls 2>/dev/fd/../x",
                "ls() { touch x; }; ls",
                "rm() { :; }; rm x",
                "sort -k -- -o out src/a.js",
                "sort -t -- -oout f",
                "git log -S -- --output=x",
                "find . -exec echo {} + -exec touch x ;",
                "find . -exec touch x {} +",
                "find . -name x -delete",
                "find . -fprint out",
                "cat <<E\\\nOF\ntext\nEOF\ntouch x",
                "cat <<EOF\n$(touch x)\nEOF",
                "sh -c 'echo $\"x\"'",
                "dash -c 'ls'",
                "bash -c ls",
                "test $x",
                "[ $x ]",
                "test -v 'a[$(touch x)]'",
                "[ ! -v 'a[$(touch x)]' ]",
                "test x -a -v 'a[$(touch x)]'",
                "npm view react",
                "npm ls",
                "npm --version",
                "mvn --version",
                "cargo --version",
                "go version",
                "node --version",
                "docker ps",
                "git log --output=x",
                "git log --outpu=x",
                "git diff --output x",
                "git diff --ext-diff",
                "git show --textconv HEAD",
                "git log --show-signature",
                "git log --format=%G?",
                "git log --format='%h %GK'",
                "git grep -Ovim x",
                "git grep --open-files-in-pager=x y",
                "git cat-file --filters HEAD:f",
                "git diff --no-index a b",
                "git config --rename-section a b",
                "git config rename-section a b",
                "git config edit",
                "git config a.b c",
                "git config --unset a.b",
                "git config --get a.b --add",
                "git -c core.pager=x log",
                "git -p log",
                "git --paginate log",
                "git --exec-path=/tmp status",
                "git branch x",
                "git branch -D x",
                "git branch --edit-description",
                "git tag x",
                "git stash",
                "git reflog expire --all",
                "git stash -- list",
                "git stash -p list",
                "git stash --quiet -- show",
                "git worktree -- list",
                // Not every command of git takes what follows -- for no option
                "git stash list -- --output=x",
                "git stash show -- --output=x",
                "git log -- --output=x",
                "sort -- -o x",
                "tree -- -o x",
                "git remote -v get-url origin",
                "git for-each-ref --format='%(raw)'",
                "ls &>/dev/null touch w",
                "ls &>/dev/null 2>&1 w",
                "sed 's/[]/]/;s,/w out,b,' f",
                "sed 's/[^]/]/;s,/e;#,b,' f",
                "sed 's/[[:alpha:]/]/;s,/w out,b,' f",
                "sed 's/[\\]/]/;s,/w out,b,' f",
                "sed '/[]/]/d;s,/d;w out,b,' f",
                "git remote show origin",
                "git remote update",
                "git fetch",
                "git help log",
                "git verify-commit HEAD",
                "git submodule status",
                "sed 'r secrets/key' f",
                "sed 'w out' f",
                "sed '1e touch x' f",
                "sed 's/a/b/e' f",
                "sed 's/a/b/w out' f",
                "sed -i s/a/b/ f",
                "sed -n 'p\ne touch x' f",
                "sed --in-place p f",
                "sed -f script f",
                "sort --files0-from=list",
                "sort -o out f",
                "sort -ro out f",
                "sort --outp=out f",
                "sort --compress-program=./x f",
                "sort -T /tmp f",
                "uniq f out",
                "uniq f -c",
                "tree -o out",
                "tree -R -L 1 -H .",
                "date -s 2020-01-01",
                "date 01010000",
                "diff -l a b",
                "diff --paginate a b",
                "file -C -m x",
                "file -z x",
                "rg --pre ./x y",
                "rg --hostname-bin=./x y",
                "rg -z x",
                "fd x -x touch",
                "fd -l x",
                "jq -n 'import \"./x\" as $k; $k'",
                "jq -f prog f",
                "wc --files0-from=list",
                "wc -l *",
                "grep x *",
                "sort *",
                "sort -? f",
                "cat $FILE",
                "cat \"$FILE\"",
                "ls `touch x`",
                "ls $(touch x)",
                "ls \"$(touch x)\"",
                "diff <(ls) <(touch x)",
                "ls {a,b}",
                "ls ~root",
                "ls a=~",
                "x=1 ls",
                "LD_PRELOAD=./x.so ls",
                "ls > out",
                "ls >> out",
                "ls >| out",
                "ls 3> out",
                "ls <> out",
                "ls > /dev/tcp/h/1",
                "cat < /dev/tcp/h/1",
                "ls & touch x",
                "ls |& tee x",
                "(ls)",
                "{ ls; }",
                "! ls",
                "time ls",
                "if true; then ls; fi",
                "for f in a; do ls; done",
                "while true; do ls; done",
                "case a in a) ls;; esac",
                "function ls { touch x; }",
                "coproc ls",
                "[[ -f x ]]",
                "((x))",
                "eval ls",
                ". ./x",
                "source x",
                "exec ls",
                "xargs ls",
                "env ls",
                "timeout 5 ls",
                "nice ls",
                "sudo ls",
                "awk '{print $1}' f",
                "printf -v PATH x",
                "printf '%n' 'a[$(touch x)]'",
                "read x",
                "alias ls=rm",
                "./ls",
                "bin/ls",
                "../ls",
                "/tmp/ls",
                "~/bin/ls",
                "less f",
                "tee f",
                "touch x",
                "mkdir x",
                "rm x",
                "trap 'touch x' EXIT",
                "set -a; ls",
                "set -- a",
                "cd $X && ls",
                "cd -; ls",
                "ls \\\n-la",
                "ls\r",
                "l\u0001s",
                "ls \u00a0 x",
                "ls\u2028touch x",
                "echo $'\\x41'",
                "echo $\"x\"",
                "echo ${x:-$(touch y)}",
                "echo $((1+1))",
                "ls 'unclosed",
                "ls \"unclosed",
                "ls |",
                "&& ls",
                "ls ;; ls",
                "",
                // Programs that do not take the next word, or the rest of the word, as a value
                "tree -Io a f",
                "tree -Po a f",
                "git log --format --output=x",
                "git show --format --output=x",
                "git diff --format --output=x",
                "git rev-list --min-parents --output=x HEAD",
                "git diff-tree --format --output=x HEAD",
                "git diff --word-diff-regex --output=x",
                "git branch --contains --edit-description"
            })
    void anything_else_is_asked_about_and_refused_in_plan_mode(String command) {
        assertThat(verdict(free(), command, PermissionMode.DEFAULT)).isEqualTo("Ask");
        assertThat(verdict(free(), command, PermissionMode.PLAN)).isEqualTo("Deny");
    }

    @Test
    void edits_that_are_accepted_are_known_to_the_last_option() throws IOException {
        var judge = free();
        Files.createDirectories(cwd.resolve("src/new"));
        Files.createSymbolicLink(cwd.resolve("src/new/x"), home.resolve("x"));
        Files.createDirectories(cwd.resolve("plain"));
        Files.createDirectories(cwd.resolve("dst/plain"));
        for (var command : List.of(
                "mkdir -p a/b",
                "touch src/c.js",
                "cp f g && cat g",
                "cp -r src out",
                "cp -r plain dst",
                "cp src/*.js dst",
                "mv f g",
                "ln -s f g",
                "mkdir -p a/b && cp f a/b/c",
                "echo x > g",
                "cat f | tee g")) {
            assertThat(verdict(judge, command, PermissionMode.ACCEPT_EDITS))
                    .as(command)
                    .isEqualTo("Allow");
        }
        for (var command : List.of(
                "cp -t.git/hooks f",
                "cp -t .git/hooks f",
                "cp --target-directory=.git/hooks f",
                "cp --targ=.git/hooks f",
                "mv -t .git f",
                "ln -s f -t .git/hooks",
                "cp f .git/hooks/pre-commit",
                "cp evil/.envrc src",
                "mv src/.git x",
                "cp f ../g",
                "cp f .",
                "cp f $X",
                "ln /etc/passwd g",
                "ln -s /etc e && echo x > e/passwd",
                "mv src s2 && touch s2/link/y",
                "cp -a src s2 && echo x > s2/link/y",
                "touch -r f g",
                "cp -r new src",
                "cp -a new src",
                "cp new/* src/new",
                "cp evil/.* src",
                "cp -r evil/.p* src",
                "mv evil/.p* src",
                "mkdir -m 777 x",
                "echo x > .mcp.json",
                "echo x > .GIT/config",
                "rm f")) {
            assertThat(verdict(judge, command, PermissionMode.ACCEPT_EDITS))
                    .as(command)
                    .isEqualTo("Ask");
        }
    }

    @Test
    void with_any_rule_that_restricts_commands_what_is_not_plain_is_asked_even_if_everything_is_allowed() {
        var judge = new Judge(rules(List.of("Bash", "Bash(npm run *)"), List.of(), List.of("Bash(rm *)")), cwd, home);
        for (var command : List.of(
                "python3 -c 'import os; os.system(\"r\"+\"m x\")'",
                "x=r; ${x}m f",
                "npm run $(echo x)",
                "bash script.sh",
                "perl -e 'unlink f'",
                "f() { r\\m f; }; f",
                "make",
                "find . -name f -print0 | xargs -0 unlink",
                "echo cm0gZg== | base64 -d | sh",
                "cat <<E | sh\nrm f\nE")) {
            assertThat(verdict(judge, command, PermissionMode.DEFAULT))
                    .as(command)
                    .isIn("Ask", "Deny");
        }
        assertThat(verdict(judge, "rm f", PermissionMode.DEFAULT)).isEqualTo("Deny");
        assertThat(verdict(judge, "r\\m f", PermissionMode.DEFAULT)).isEqualTo("Deny");
        assertThat(verdict(judge, "find . -exec rm {} +", PermissionMode.DEFAULT))
                .isEqualTo("Deny");
        assertThat(verdict(judge, "sh -c 'rm f'", PermissionMode.DEFAULT)).isEqualTo("Deny");
        for (var command : List.of("npm run build", "ls -la", "npm run build 2>&1 | tail -5", "cd src && npm run x")) {
            assertThat(verdict(judge, command, PermissionMode.DEFAULT))
                    .as(command)
                    .isEqualTo("Allow");
        }
    }

    @Test
    void a_file_that_a_rule_hides_is_reached_by_no_line_that_runs_unasked() throws IOException {
        Files.createLink(cwd.resolve("hard"), cwd.resolve(".env"));
        Files.createDirectories(cwd.resolve("sub"));
        Files.createSymbolicLink(cwd.resolve("sub/up"), Path.of(".."));
        Files.createDirectories(cwd.resolve("secrets/inner/deep"));
        Files.createSymbolicLink(cwd.resolve("process"), Path.of("/proc/self/cwd"));
        Files.createSymbolicLink(cwd.resolve("deep"), Path.of("secrets/inner"));
        Files.createSymbolicLink(home.resolve("deep"), cwd.resolve("secrets/inner/deep"));
        for (var name : List.of("links", "outer", "names")) {
            Files.createDirectories(cwd.resolve(name));
        }
        Files.createSymbolicLink(cwd.resolve("links/l"), Path.of("../.env"));
        Files.createSymbolicLink(cwd.resolve("outer/l"), Path.of("../secrets/inner/.."));
        Files.createLink(cwd.resolve("names/other"), cwd.resolve(".env"));
        var rules = rules(List.of("Bash"), List.of(), List.of("Read(.env)", "Read(./secrets/**)"));
        var without = new Judge(rules, cwd, home);
        for (var command : List.of(
                "cat .env",
                "cat link",
                "cat ./sub/../.env",
                "cat sub/up/.env",
                "cat < .env",
                "cat .e*",
                "cat ./*nv",
                "cat secrets/*",
                "head -n1 .env",
                "grep x .env",
                "grep -r x .",
                "grep -r x",
                "grep -R x src",
                "rg x",
                "rg -uu x .",
                "diff -r . /dev/null",
                "cat hard",
                "sort -m .env",
                "cd sub && cat ../.env",
                "cd secrets && cat key",
                "wc -l < link",
                "sed -n p .env",
                "git diff",
                "git show HEAD:.env",
                "git show --stat 1234abc",
                "git stash show --stat -p",
                "git diff --stat --check",
                "git diff --stat -GKEY=a",
                "git grep --name-only KEY=a",
                "git log -p",
                "git grep x",
                "git blame f",
                "cat /proc/self/cwd/.env",
                "cat /../proc/self/cwd/.env",
                "cat /dev/../proc/self/cwd/.env",
                "cat /pro*/self/cwd/.env",
                "cat /proc/self/c*/.env",
                "cat /proc/*/cwd/.env",
                "cat process/.env",
                "cat deep/../key",
                "cat ~/deep/../../key",
                "cd deep/../inner && cat ../key",
                "cd nowhere/..; cat d*p/../key",
                "diff -rN links src",
                "diff links f",
                "diff -r outer f",
                "grep -r x names",
                "rg x names",
                "cat /dev/fd/../cwd/.env",
                "python3 -c 'print(open(\".e\"+\"nv\").read())'",
                "npm test",
                "cat $X",
                "ln -s . d && cat d/.env",
                "cp -r . ../copy",
                "tar cf - .",
                "date -r .env",
                "xargs cat",
                "bash -c 'cat .e?v'")) {
            assertThat(verdict(without, command, PermissionMode.ACCEPT_EDITS))
                    .as(command)
                    .isIn("Ask", "Deny");
        }
        for (var command :
                List.of("cat f", "grep -r x src", "ls -la", "git status", "git log --oneline", "cat src/*.js")) {
            assertThat(verdict(without, command, PermissionMode.ACCEPT_EDITS))
                    .as(command)
                    .isEqualTo("Allow");
        }
        // A name that a rule is about may itself be a link.
        Files.createDirectories(cwd.resolve("app"));
        Files.writeString(cwd.resolve("app/dev.vars"), "x");
        Files.createSymbolicLink(cwd.resolve("app/.env"), Path.of("dev.vars"));
        Files.createSymbolicLink(cwd.resolve("far"), folder.resolve("elsewhere"));
        Files.createDirectories(folder.resolve("elsewhere"));
        Files.writeString(folder.resolve("elsewhere/.env"), "x");
        for (var command : List.of(
                "cat app/.env", "cat app/.e*", "cat a*/.env", "cd app && cat .env", "cat far/.env", "cat f*/.env")) {
            assertThat(verdict(without, command, PermissionMode.ACCEPT_EDITS))
                    .as(command)
                    .isEqualTo("Deny");
        }
        var with = new Judge(rules, cwd, home, Map.of(), null, () -> true);
        // The other names of a hidden file are not hidden.
        assertThat(verdict(with, "npm test", PermissionMode.ACCEPT_EDITS)).isEqualTo("Ask");
        Files.delete(cwd.resolve("hard"));
        Files.delete(cwd.resolve("names/other"));
        assertThat(verdict(with, "npm test", PermissionMode.ACCEPT_EDITS)).isEqualTo("Allow");
        assertThat(verdict(with, "cat .env", PermissionMode.ACCEPT_EDITS)).isEqualTo("Deny");
        assertThat(with.confinement("npm test", cwd))
                .isEqualTo(new Confinement(
                        false,
                        List.of(cwd.resolve(".env"), cwd.resolve("app/dev.vars"), cwd.resolve("secrets")),
                        List.of()));
        assertThat(with.confinement("ls", cwd).readOnly()).isTrue();
    }

    @Test
    void what_git_has_of_a_hidden_file_is_found_in_every_form_of_its_index() throws Exception {
        var judge = new Judge(
                rules(List.of("Bash"), List.of(), List.of("Read(.env)")), cwd, home, Map.of(), null, () -> true);
        var line = "git archive HEAD | tar xO";
        git(cwd, "init", "-q", ".");
        assertThat(verdict(judge, line, PermissionMode.DEFAULT)).isEqualTo("Allow");
        git(cwd, "add", ".env");
        assertThat(verdict(judge, line, PermissionMode.DEFAULT)).isEqualTo("Ask");
        git(cwd, "update-index", "--index-version", "4");
        assertThat(verdict(judge, line, PermissionMode.DEFAULT)).isEqualTo("Ask");
        git(cwd, "rm", "-q", "--cached", ".env");
        git(cwd, "update-index", "--index-version", "2");
        assertThat(verdict(judge, line, PermissionMode.DEFAULT)).isEqualTo("Allow");
        var inner = Files.createDirectories(cwd.resolve("sub"));
        Files.writeString(inner.resolve(".env"), "x");
        git(inner, "init", "-q", ".");
        git(inner, "add", ".env");
        assertThat(verdict(judge, line, PermissionMode.DEFAULT)).isEqualTo("Ask");
        Files.move(inner.resolve(".git"), cwd.resolve("tree"));
        Files.writeString(inner.resolve(".git"), "gitdir: ../tree\n");
        assertThat(verdict(judge, line, PermissionMode.DEFAULT)).isEqualTo("Ask");
    }

    private static void git(Path in, String... words) throws Exception {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        var process =
                new ProcessBuilder(command).directory(in.toFile()).inheritIO().start();
        assertThat(process.waitFor()).as(String.join(" ", words)).isZero();
    }

    @Test
    void a_program_of_the_project_on_the_path_is_no_program_that_only_reads() throws IOException {
        var bin = Files.createDirectories(cwd.resolve("node_modules/.bin"));
        Files.writeString(bin.resolve("grep"), "#!/bin/sh\ntouch x\n");
        var path = bin + ":/usr/bin:/bin";
        var judge =
                new Judge(rules(List.of(), List.of(), List.of()), cwd, home, Map.of("PATH", path), null, () -> false);
        assertThat(verdict(judge, "grep x f", PermissionMode.PLAN)).isEqualTo("Deny");
        assertThat(verdict(judge, "cat f", PermissionMode.PLAN)).isEqualTo("Allow");
        var own = Files.createDirectories(home.resolve("bin"));
        Files.writeString(cwd.resolve("tree"), "#!/bin/sh\n");
        assertThat(cwd.resolve("tree").toFile().setExecutable(true)).isTrue();
        Files.createSymbolicLink(own.resolve("tree"), cwd.resolve("tree"));
        var linked = new Judge(
                rules(List.of(), List.of(), List.of()), cwd, home, Map.of("PATH", own + ":/bin"), null, () -> false);
        assertThat(verdict(linked, "tree", PermissionMode.PLAN)).isEqualTo("Deny");
        for (var relative : List.of(".:/bin", ":/bin", "bin:/bin", "/nowhere::/bin")) {
            var odd = new Judge(
                    rules(List.of(), List.of(), List.of()), cwd, home, Map.of("PATH", relative), null, () -> false);
            assertThat(verdict(odd, "nl f", PermissionMode.PLAN)).as(relative).isEqualTo("Deny");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BASH_ENV=./.bashrc",
                "BASH_ENV=.bashrc",
                "LD_PRELOAD=/lib/a.so:./x.so",
                "LD_PRELOAD=/lib/a.so x.so",
                "RIPGREP_CONFIG_PATH=.ripgreprc",
                "GIT_CONFIG_GLOBAL=.gitconfig",
                "GIT_EXTERNAL_DIFF=./x",
                "BASHOPTS=extglob",
                "SHELLOPTS=posix"
            })
    void nothing_runs_unasked_where_the_environment_names_a_file_of_the_project(String variable) {
        var name = variable.substring(0, variable.indexOf('='));
        var value = variable.substring(name.length() + 1);
        var judge =
                new Judge(rules(List.of(), List.of(), List.of()), cwd, home, Map.of(name, value), null, () -> false);
        assertThat(verdict(judge, "ls", PermissionMode.PLAN)).isEqualTo("Deny");
        var elsewhere = new Judge(
                rules(List.of(), List.of(), List.of()), cwd, home, Map.of("BASH_ENV", "/etc/x"), null, () -> false);
        assertThat(verdict(elsewhere, "ls", PermissionMode.PLAN)).isEqualTo("Allow");
    }

    @Test
    void a_shell_goes_above_the_path_by_which_its_folder_was_entered() throws IOException {
        var other = Files.createDirectories(folder.resolve("other")).toRealPath();
        Files.writeString(other.resolve("key"), "x");
        Files.createSymbolicLink(other.resolve("way"), cwd);
        var judge = new Judge(
                rules(List.of(), List.of(), List.of("Read(/" + other + "/key)")),
                cwd,
                home,
                Map.of("PWD", other + "/way"),
                null,
                () -> false);
        assertThat(verdict(judge, "cd .. && cat key", PermissionMode.DEFAULT)).isEqualTo("Deny");
    }

    @Test
    void another_shell_reads_no_plain_shapes() {
        for (var shell : List.of("/usr/bin/fish", "/bin/zsh", "/bin/ksh")) {
            var judge = new Judge(rules(List.of(), List.of(), List.of()), cwd, home, Map.of(), shell, () -> false);
            assertThat(verdict(judge, "ls", PermissionMode.PLAN)).as(shell).isEqualTo("Deny");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[core]\n\tfsmonitor = ./x\n",
                "[core] fsmonitor = ./x\n",
                "[core]\n\thooksPath = .\n",
                "[core]\n\tworktree = ..\n",
                "[diff \"x\"]\n\ttextconv = ./x\n",
                "[diff]\n\texternal = ./x\n",
                "[filter \"x\"]\n\tclean = ./x\n",
                "[gpg]\n\tprogram = ./x\n",
                "[log]\n\tshowSignature = true\n",
                "[include]\n\tpath = ../x\n",
                "[pretty]\n\tx = %G?\n",
                "[remote \"origin\"]\n\turl = ext::sh -c x\n",
                "[remote \"origin\"]\n\tpromisor = true\n",
                "[extensions]\n\tpartialClone = origin\n",
                "[core]\n\tbare = false \\\n fsmonitor = x\n"
            })
    void git_runs_unasked_only_where_the_repository_configures_no_program(String config) throws IOException {
        repository(cwd, "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://x\n\tfetch = +a:b\n");
        assertThat(verdict(free(), "git status", PermissionMode.PLAN)).isEqualTo("Allow");
        Files.writeString(cwd.resolve(".git/config"), config);
        for (var command : List.of("git status", "git log -1", "cd src && git diff", "git -C src show")) {
            assertThat(verdict(free(), command, PermissionMode.PLAN))
                    .as(command)
                    .isEqualTo("Deny");
        }
    }

    @Test
    void repositories_are_found_where_git_finds_them() throws IOException {
        repository(cwd, "[core]\n\tbare = false\n");
        var bare = cwd.resolve("lib/data");
        Files.createDirectories(bare.resolve("objects"));
        Files.writeString(bare.resolve("HEAD"), "ref: refs/heads/main");
        Files.createDirectories(bare.resolve(".git")); // git takes no notice of an empty one
        repository(cwd.resolve("sub"), "[core]\n\tfsmonitor = ./x\n");
        Files.createDirectories(cwd.resolve("work"));
        Files.writeString(cwd.resolve("work/.git"), "gitdir: ../sub/.git\n");
        Files.createSymbolicLink(cwd.resolve("src/there"), Path.of("../sub/deep"));
        Files.createDirectories(cwd.resolve("sub/deep"));
        for (var command : List.of(
                "cd lib/data && git status",
                "git -C lib/data log",
                "cd lib; git -C data status",
                "git -C sub status",
                "cd sub/deep && git log",
                "cd src/there && git log",
                "git -C work log")) {
            assertThat(verdict(free(), command, PermissionMode.PLAN))
                    .as(command)
                    .isEqualTo("Deny");
        }
        // Links lead git elsewhere than the text of a path does, and so does space at its ends.
        repository(cwd.resolve("clean"), "[core]\n\tbare = false\n");
        repository(cwd.resolve("deep/clean"), "[core]\n\tfsmonitor = ./x\n");
        repository(cwd.resolve("clean /"), "[core]\n\tfsmonitor = ./x\n");
        Files.createDirectories(cwd.resolve("deep/one"));
        Files.createSymbolicLink(cwd.resolve("away"), Path.of("deep/one"));
        var trees =
                List.of("gitdir: ../away/../clean/.git\n", "gitdir: ../away/../clean/.git ", "gitdir: ../clean /.git");
        for (int i = 0; i < trees.size(); i++) {
            Files.writeString(Files.createDirectories(cwd.resolve("t" + i)).resolve(".git"), trees.get(i));
            assertThat(verdict(free(), "git -C t" + i + " status", PermissionMode.PLAN))
                    .as(trees.get(i))
                    .isEqualTo("Deny");
        }
        Files.writeString(Files.createDirectories(cwd.resolve("t")).resolve(".git"), "gitdir: ../clean/.git\n");
        assertThat(verdict(free(), "git -C t status", PermissionMode.PLAN)).isEqualTo("Allow");
        for (var common : List.of("../../away/../clean/.git", " ../../clean/.git", "../../nowhere")) {
            repository(cwd.resolve("sub/common"), "");
            Files.writeString(cwd.resolve("sub/common/.git/commondir"), common);
            assertThat(verdict(free(), "git -C sub/common status", PermissionMode.PLAN))
                    .as(common)
                    .isEqualTo("Deny");
        }
        // What git takes for no repository does not end its search.
        repository(cwd.resolve("sub/none"), "");
        for (var head : List.of(" ref: refs/heads/main", "ref: main", "")) {
            Files.writeString(cwd.resolve("sub/none/.git/HEAD"), head);
            assertThat(verdict(free(), "git -C sub/none status", PermissionMode.PLAN))
                    .as(head)
                    .isEqualTo("Deny");
        }
        Files.createDirectories(cwd.resolve(".git/hooks"));
        Files.writeString(cwd.resolve(".git/hooks/post-index-change"), "x");
        assertThat(verdict(free(), "git status", PermissionMode.PLAN)).isEqualTo("Deny");
        assertThat(verdict(free(), "git log", PermissionMode.PLAN)).isEqualTo("Allow");
        var elsewhere = new Judge(
                rules(List.of(), List.of(), List.of()), cwd, home, Map.of("GIT_DIR", "sub/.git"), null, () -> false);
        assertThat(verdict(elsewhere, "git log", PermissionMode.PLAN)).isEqualTo("Deny");
    }

    private static void repository(Path folder, String config) throws IOException {
        Files.createDirectories(folder.resolve(".git/objects"));
        Files.createDirectories(folder.resolve(".git/refs"));
        Files.writeString(folder.resolve(".git/HEAD"), "ref: refs/heads/main\n");
        Files.writeString(folder.resolve(".git/config"), config);
    }

    @Test
    void lines_of_any_length_are_judged() {
        assertThat(verdict(free(), "printf '" + "%s a".repeat(4_000) + "'", PermissionMode.PLAN))
                .isEqualTo("Allow");
        assertThat(verdict(free(), "printf '%%%n'", PermissionMode.PLAN)).isEqualTo("Deny");
        assertThat(verdict(free(), "printf '%5%s'", PermissionMode.PLAN)).isEqualTo("Deny");
        assertThat(verdict(free(), "cd a; ".repeat(3_000) + "git status", PermissionMode.PLAN))
                .isEqualTo("Deny");
        assertThat(verdict(free(), "cd a; ".repeat(400) + "git status", PermissionMode.PLAN))
                .isEqualTo("Deny");
        assertThat(verdict(free(), "cat" + " f".repeat(9_000), PermissionMode.PLAN))
                .isEqualTo("Deny");
    }

    @Test
    void every_refusal_says_why_in_one_sentence() {
        var judge = free();
        var wrong = new ArrayList<String>();
        for (var command :
                List.of("ls > x", "ls $(x)", "npm view x", "git log --output=x", "find . -delete", "x=1 ls")) {
            var call = CallFacts.command(command, cwd);
            var verdict = judge.judge(call, PermissionMode.PLAN, false);
            if (!(verdict instanceof Verdict.Deny(var why)) || !why.matches("(?s)Plan mode: .{20,}")) {
                wrong.add(command + " " + verdict);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(CommandLine.Shape.values()).hasSize(4);
    }
}
