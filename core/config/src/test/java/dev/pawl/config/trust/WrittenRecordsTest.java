package dev.pawl.config.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gate does not stop itself by a record that it only writes; a file that it may read as well is none. */
class WrittenRecordsTest {
    @TempDir
    Path dir;

    private Path project = Path.of("");

    @BeforeEach
    void project() throws IOException {
        project = dir.toRealPath();
    }

    private TrustedSet gate(String command, String name, String text) throws IOException {
        Files.writeString(project.resolve(name), text);
        return TrustedSet.ofCommand(project, List.of(command), project, "PreToolUse", false);
    }

    private boolean coversRules(TrustedSet gate) throws IOException {
        Files.writeString(project.resolve("rules.txt"), "other");
        return "rules.txt came".equals(gate.change());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "date >> rules.txt",
                "date > rules.txt; exit 0",
                "cat > ./rules.txt",
                "cat &> rules.txt",
                "date >| rules.txt",
                "#!/bin/bash -eu\n"
                        + "set -euo pipefail\n"
                        + "here=$(cd \"$(dirname \"$0\")\" && pwd)\n"
                        + "date >> \"$here/rules.txt\"\n",
                "set -- \"$@\"; for x in 1 2; do date; done > 'rules.txt'",
                "log() { echo \"$1\" >> rules.txt; }; log one",
                "x=$(date >> rules.txt; echo y)",
                "touch rules.txt",
                "if date; then touch other rules.txt; fi",
            })
    void what_the_shell_only_writes_is_no_part_of_its_gate(String script) throws IOException {
        assertThat(coversRules(gate("bash gate.sh", "gate.sh", script))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "date >> rules.txt; grep -q x rules.txt",
                "f=rules.txt; date > rules.txt; grep -q x $f",
                "[[ $1 > rules.txt ]] && exit 2",
                "[ $1 \\> rules.txt ] && exit 2",
                "echo 'a > rules.txt' | sh -s",
                "cat <<E\n> rules.txt\nE",
                "exec 3<> rules.txt; read -ru3 x",
                "set -C; date > rules.txt || exit 0",
                "set -euo noclobber; date > rules.txt",
                "builtin set -eC; date > rules.txt",
                "shopt -so noclobber; date > rules.txt",
                "set $OPTIONS; date > rules.txt",
                "#!/bin/bash -C\ndate > rules.txt",
                ": > ${F:=rules.txt}; x=$(<$F)",
                "date > \"$(cat rules.txt)\"",
                "date > >(grep -f rules.txt)",
                "touch -r rules.txt seen",
                "touch() { exit $(cat \"$1\"); }; touch rules.txt",
                "x=`date > rules.txt; cat rules.txt`",
                "date > ru\"les\".txt; . ./rules.txt",
                "date > $'\\x72ules.txt'; while read -r x; do exit 2; done < rules.txt",
                "date > ru\\\nles.txt; case $(<rules.txt) in x) exit 2;; esac",
            })
    void what_a_shell_may_read_or_decide_by_is_a_part_of_its_gate(String script) throws IOException {
        assertThat(coversRules(gate("bash gate.sh", "gate.sh", script))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import sys\nif a >> rules.txt: sys.exit(2)\n",
                "if size > rules.txt: pass\n",
                "x = \"\"\"\ntouch rules.txt\n\"\"\"\n",
                "lines = [line for line in a if line > 'rules.txt']\n",
            })
    void a_comparison_in_python_is_no_redirection(String script) throws IOException {
        assertThat(coversRules(gate("python3 gate.py", "gate.py", script))).isTrue();
    }

    @Test
    void neither_is_one_in_javascript() throws IOException {
        assertThat(coversRules(gate("node gate.mjs", "gate.mjs", "if (seen > rules.txt) process.exit(2);\n")))
                .isTrue();
    }

    @Test
    void a_record_that_can_no_longer_be_written_stops_a_gate_that_would_fail_by_it() throws IOException {
        var gate = gate("bash gate.sh", "gate.sh", "set -e\ndate >> seen\nexit 2\n");
        var record = project.resolve("seen");
        Files.writeString(record, "one\n");
        assertThat(gate.change()).isNull();
        Files.delete(record);
        assertThat(gate.change()).isNull();
        Files.createSymbolicLink(record, Path.of("nowhere/at/all"));
        assertThat(gate.change()).isEqualTo("seen came");
        Files.delete(record);
        Files.createDirectory(record);
        assertThat(gate.change()).isEqualTo("seen came");
    }
}
