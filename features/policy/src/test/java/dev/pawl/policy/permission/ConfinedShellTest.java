package dev.pawl.policy.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.policy.rule.Confinement;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the system keeps from commands, whatever was made of their text. */
@Deep
class ConfinedShellTest {
    @TempDir
    Path folder;

    private Path project;
    private LocalTools tools;
    private ConfinedShell shell;

    @BeforeEach
    void project() throws IOException {
        Needed.program("bwrap");
        project = folder.toRealPath();
        Files.writeString(project.resolve(".env"), "secret");
        Files.createDirectories(project.resolve("keys"));
        Files.writeString(project.resolve("keys/id"), "secret");
        Files.writeString(project.resolve("f"), "f");
        Files.createSymbolicLink(project.resolve("link"), Path.of(".env"));
        tools = new LocalTools(System.getenv(), project);
        shell = new ConfinedShell(tools.localBash(), System.getenv(), null, false);
        assertThat(shell.trouble()).isNull();
    }

    private String run(String command) throws Exception {
        var printed = new StringBuilder();
        tools.bash(null, shell::line)
                .exec(
                        command,
                        project,
                        new dev.pawl.api.tool.BashOperations.Options(Duration.ofSeconds(60), Map.of()),
                        bytes -> printed.append(new String(bytes, StandardCharsets.UTF_8)));
        return printed.toString();
    }

    @Test
    void a_hole_in_the_reader_writes_nothing_and_reaches_no_network() throws Exception {
        shell.confineBy((_, _) -> new Confinement(true, List.of(), List.of()));
        var printed =
                run("touch w; echo x > f; rm -rf keys; ln -s a b; mkdir d; cat f; (echo > /dev/tcp/127.0.0.1/1) 2>&1;"
                        + " mount -o remount,rw / 2>&1; umount /proc 2>&1; cat /proc/net/dev");
        assertThat(printed).contains("f").contains("Read-only file system");
        assertThat(Files.list(project)
                        .map(file -> file.getFileName().toString())
                        .sorted()
                        .toList())
                .containsExactly(".env", "f", "keys", "link");
        assertThat(project.resolve("f")).hasContent("f");
        assertThat(project.resolve("keys/id")).exists();
        assertThat(printed.lines().filter(line -> line.contains(":")).filter(line -> line.matches("\\s*\\w+:.*\\d+.*")))
                .allMatch(line -> line.strip().startsWith("lo:"));
    }

    @Test
    void hidden_files_are_empty_for_every_command_and_the_rest_is_as_it_was() throws Exception {
        shell.confineBy((_, _) -> new Confinement(
                false, List.of(project.resolve(".env"), project.resolve("keys")), List.of(project.resolve("f"))));
        var printed =
                run("cat .env; cat link; cat .e''nv; cat keys/*; cat \"$PWD/.env\"; cp .env copy; tar cf - . | grep -c"
                    + " secret; umount .env; umount keys; unshare -Ur umount .env; cat .env keys/id; mv .env x; rm -f"
                    + " .env; rm -rf keys; cat /proc/*/root" + project
                        + "/.env; cat /proc/1/cwd/.env; echo x > f; touch w; echo done");
        assertThat(printed).doesNotContain("secret").endsWith("done\n");
        assertThat(project.resolve(".env")).hasContent("secret");
        assertThat(project.resolve("keys/id")).hasContent("secret");
        assertThat(project.resolve("f")).hasContent("f");
        assertThat(project.resolve("w")).exists();
    }

    @Test
    void what_is_hidden_cannot_be_moved_to_where_no_rule_is_about_it() throws Exception {
        Files.createDirectories(project.resolve("deploy/keys"));
        Files.writeString(project.resolve("deploy/keys/a.pem"), "secret");
        Files.writeString(project.resolve("deploy/notes"), "n");
        shell.confineBy((_, _) -> new Confinement(false, List.of(project.resolve("deploy/keys/a.pem")), List.of()));
        var printed = run("mv deploy other; mv deploy/keys k2; mv ../" + project.getFileName() + " ../moved; cd deploy"
                + " && mv keys ../k3; mv notes n2; ls -d /dev/[hmsv]d* /dev/nvme* /dev/mem; cat /dev/null; echo done");
        assertThat(printed).endsWith("done\n").doesNotContain("secret").doesNotContain("/dev/mem\n");
        assertThat(project.resolve("deploy/keys/a.pem")).hasContent("secret");
        assertThat(project.resolve("deploy/n2")).exists();
    }

    @Test
    void a_command_that_no_rule_confines_runs_as_it_is() throws Exception {
        assertThat(shell.line("npm test", project)).isEqualTo("npm test");
        assertThat(run("touch w; cat .env")).isEqualTo("secret");
        assertThat(project.resolve("w")).exists();
    }

    @Test
    void a_machine_without_bubblewrap_is_told_and_runs_commands_as_they_are() throws Exception {
        var without = new ConfinedShell(tools.localBash(), Map.of("PATH", "/nowhere"), null, false);
        without.confineBy((_, _) -> new Confinement(true, List.of(), List.of()));
        assertThat(without.trouble()).contains("bubblewrap");
        assertThat(without.line("ls", project)).isEqualTo("ls");
    }
}
