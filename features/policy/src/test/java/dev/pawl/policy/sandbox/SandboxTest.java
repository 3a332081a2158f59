package dev.pawl.policy.sandbox;

import static dev.pawl.policy.Calls.bash;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.TestHome;
import dev.pawl.api.tool.BuiltinTools;
import dev.pawl.config.settings.Folders;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.policy.rule.Confinement;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bash tool in bubblewrap: what it can write, and what it cannot. */
@Deep
public class SandboxTest {
    private static final String ON = "{\"sandbox\": {\"enabled\": true, \"read\": \"project\"}}";

    @TempDir
    Path dir;

    /** Fails without bubblewrap, and skips where the kernel refuses it. */
    public static void assumeBubblewrap() throws InterruptedException {
        try {
            var probe = new ProcessBuilder(List.of(
                            "bwrap",
                            "--unshare-pid",
                            "--unshare-net",
                            "--ro-bind",
                            "/",
                            "/",
                            "--proc",
                            "/proc",
                            "true"))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Needed.orSkip(probe.waitFor() == 0, "the kernel refuses bubblewrap its namespaces");
        } catch (IOException e) {
            Needed.that(false, "bwrap is not installed (Debian: package bubblewrap)");
        }
    }

    /** Agents whose bash tool runs in the sandbox of the settings, as the program makes it. */
    private static TestHome home(Path dir, Turn... turns) throws IOException {
        return TestHome.in(dir, turns).bundle(start -> {
            var local = new LocalTools(start.environment(), start.folders().home());
            var folders = start.folders();
            var sandbox = Sandbox.around(
                    local.localBash(),
                    SandboxSettings.read(folders, start.settings()),
                    (_, _) -> Confinement.NONE,
                    Folders.canonical(folders.cwd()),
                    folders.home(),
                    null,
                    start.environment());
            sandbox.tryOut();
            var options = new BuiltinTools.BashOptions(sandbox, null, null, request -> request, true);
            return List.of(new TestHome.Bundled("bash", pi -> pi.tool(local.bash(folders.cwd(), options))));
        });
    }

    @Test
    void the_project_can_be_written_and_nothing_else() throws Exception {
        assumeBubblewrap();
        var outside = Files.createDirectory(dir.resolve("outside"));
        try (var pawl = home(
                        dir,
                        bash("echo in > made && cat made"),
                        bash("echo out > '" + outside + "/made'; touch /usr/made"),
                        bash("ls -A ~; echo 'quoted \"text\"' $((1+1)); exit 3"),
                        bash("echo x >> .pi/settings.json"),
                        Turn.text("Done."))
                .file(".pi/settings.json", "{}")
                .user("settings.json", ON)) {
            pawl.run("Go");

            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: in\n");
            assertThat(pawl.project.resolve("made")).hasContent("in");
            assertThat(outside).isEmptyDirectory();
            assertThat(pawl.asked(3).getLast()).contains("The sandbox refused a write");
            assertThat(pawl.asked(4).getLast())
                    .startsWith("tool: quoted \"text\" 2")
                    .contains("exited with code 3");
            assertThat(pawl.project.resolve(".pi/settings.json")).hasContent("{}");
        }
    }

    private TestHome sites(OutsideServer server) throws IOException {
        var address = ":" + server.port() + "/x";
        return home(
                        dir,
                        bash("curl -sS --noproxy '' http://127.0.0.1" + address),
                        bash("curl -sS --noproxy '' http://localhost" + address + "; exit 3"),
                        bash("curl -sS --noproxy '*' http://127.0.0.1" + address),
                        bash("curl -sS --noproxy '' -p http://127.0.0.1" + address),
                        bash("curl -sSf --noproxy '' http://localhost" + address + " || true"),
                        Turn.text("Done."))
                .user(
                        "settings.json",
                        "{\"sandbox\": {\"enabled\": true, \"network\": [\"127.0.0.1\", \"*.example.com\"]}}");
    }

    @Test
    void only_hosts_of_the_list_can_be_reached_and_only_through_the_proxy() throws Exception {
        assumeBubblewrap();
        try (var server = new OutsideServer();
                var pawl = sites(server)) {
            var run = pawl.run("Go");
            assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
            assertThat(pawl.asked(2).getLast()).isEqualTo("tool: from outside");
            assertThat(pawl.asked(3).getLast())
                    .contains("The sandbox does not allow localhost: sandbox.network allows *.example.com, 127.0.0.1.")
                    .contains("[The sandbox refused a connection to localhost: sandbox.network allows only");
            assertThat(pawl.asked(4).getLast())
                    .doesNotContain("from outside")
                    .contains("[The sandbox refused a connection: only");
            assertThat(pawl.asked(5).getLast()).as("a tunnel").isEqualTo("tool: from outside");
            assertThat(pawl.asked(6).getLast())
                    .as("a program that hides the answer of the proxy")
                    .contains("[The sandbox refused a connection to localhost");
        }
    }

    @Test
    void hooks_of_git_cannot_be_planted_where_there_are_none() throws Exception {
        assumeBubblewrap();
        try (var pawl = home(dir, bash("mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit"), Turn.text("Done."))
                .file(".git/config", "")
                .user("settings.json", ON)) {
            pawl.run("Go");
            assertThat(pawl.project.resolve(".git/hooks/pre-commit")).doesNotExist();
        }
    }
}
