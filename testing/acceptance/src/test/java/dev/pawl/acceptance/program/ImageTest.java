package dev.pawl.acceptance.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image of this platform where there is no Java and no Maven: opt-in, since building it takes minutes.
 *
 * <p>{@code build/image}, then {@code PAWL_IMAGE=…/target/image}.
 */
@Tag("image")
class ImageTest {
    @TempDir
    Path dir;

    private Path images;
    private Path home;

    @BeforeEach
    void find() throws IOException {
        var folder = System.getenv("PAWL_IMAGE");
        Needed.that(folder != null, "PAWL_IMAGE names no folder that build/image has filled");
        images = Path.of(folder);
        home = Files.createDirectories(dir.resolve("home/.pi/agent/hooks"))
                .getParent()
                .getParent()
                .getParent();
    }

    private record Ended(int status, String text) {}

    /** Only the programs that every system has, and no variable but these. */
    private Ended run(Map<String, String> more, String... words) throws Exception {
        var command = new ArrayList<>(List.of("env", "-i", "PATH=/usr/bin:/bin", "HOME=" + home));
        more.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of(words));
        var process = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), text);
    }

    private Path unpacked() throws Exception {
        try (var files = Files.newDirectoryStream(images, "pawl-*.tar.gz")) {
            var archive = files.iterator().next();
            var to = Files.createDirectories(dir.resolve("elsewhere"));
            assertThat(run(Map.of(), "tar", "-xzf", archive.toString(), "-C", to.toString())
                            .status())
                    .isZero();
        }
        try (var folders = Files.newDirectoryStream(dir.resolve("elsewhere"))) {
            return folders.iterator().next().resolve("bin/pawl");
        }
    }

    private void worksAsItShould(String program) throws Exception {
        var log = run(Map.of("PAWL_JAVA_OPTS", "-Xlog:aot=info:stdout"), program, "--version");
        assertThat(log.text())
                .contains("Opened AOT cache")
                .doesNotContain("mismatch")
                .contains("0.1.0");
        assertThat(run(Map.of(), program, "hooks", "doctor").text()).contains("the start-up cache is in use");
        var turn = run(Map.of(), program, "--model", "demo/tour", "-p", "Hello");
        assertThat(turn.text()).contains("demonstration");
        assertThat(turn.status()).isZero();
        Files.writeString(home.resolve(".pi/agent/hooks/guard.java"), """
            import module dev.pawl.api;

            class Guard implements Hook {
                public void install(Host pi) {
                    pi.on(HookPoints.TOOL_CALL, (call, ctx) -> call.block("not here"));
                }
            }
            """);
        var hook = run(Map.of(), program, "hooks", "try", "tool_call", "ls");
        assertThat(hook.text()).contains("Blocked: not here");
        assertThat(run(Map.of(), program, "--no-such-option").status()).isEqualTo(2);
    }

    @Test
    void the_archive_runs_anywhere_without_a_java() throws Exception {
        worksAsItShould(unpacked().toString());
    }

    @Test
    void it_has_less_than_120_megabytes() throws Exception {
        var program = unpacked();
        var sum = new long[1];
        Files.walkFileTree(program.getParent().getParent(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += attributes.isRegularFile() ? attributes.size() : 0;
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(sum[0]).isLessThan(120_000_000L);
    }

    @Test
    void the_npm_packages_work_without_install_scripts() throws Exception {
        Needed.program("npm");
        var archives = Files.createDirectories(dir.resolve("archives"));
        var install =
                new ArrayList<>(List.of("npm", "install", "-g", "--ignore-scripts", "--offline", "--omit=optional"));
        install.addAll(List.of("--prefix", dir.resolve("prefix").toString()));
        for (var name : List.of("pawl", "platform")) {
            var packed = run(
                    Map.of(),
                    "npm",
                    "pack",
                    images.resolve("npm").resolve(name).toString(),
                    "--pack-destination",
                    archives.toString());
            assertThat(packed.status()).as(packed.text()).isZero();
        }
        try (var files = Files.list(archives)) {
            files.map(Path::toString).sorted().forEach(install::add);
        }
        var installed = run(Map.of(), install.toArray(String[]::new));
        assertThat(installed.status()).as(installed.text()).isZero();
        worksAsItShould(dir.resolve("prefix/bin/pawl").toString());
    }

    @Test
    void the_debian_package_brings_a_program_that_runs() throws Exception {
        Needed.program("dpkg-deb");
        try (var files = Files.newDirectoryStream(images, "pawl_*.deb")) {
            var archive = files.iterator().next().toString();
            var unpacked =
                    run(Map.of(), "dpkg-deb", "-x", archive, dir.resolve("root").toString());
            assertThat(unpacked.status()).as(unpacked.text()).isZero();
        }
        assertThat(Files.readSymbolicLink(dir.resolve("root/usr/bin/pawl"))).isEqualTo(Path.of("/opt/pawl/pawl"));
        try (var jars = Files.walk(dir.resolve("root/opt/pawl/.launch"), 2)) {
            assertThat(jars.filter(file -> file.toString().endsWith(".jar")))
                    .isNotEmpty()
                    .as("the time that the start-up cache belongs to")
                    .allSatisfy(jar -> assertThat(Files.getLastModifiedTime(jar))
                            .isEqualTo(FileTime.from(Instant.parse("2026-01-01T00:00:00Z"))));
        }
        worksAsItShould(dir.resolve("root/opt/pawl/pawl").toString());
    }

    /** Maven's plug-ins, JUnit and Eclipse's compiler come from Maven Central. */
    @Test
    void a_generated_project_is_built_by_maven_and_by_the_compiler_of_eclipse() throws Exception {
        Needed.program("mvn");
        var pawl = unpacked().toString();
        var made = run(Map.of(), pawl, "hooks", "init", "guard");
        assertThat(made.status()).as(made.text()).isZero();
        var sources = home.resolve("guard/src");
        succeeds("mvn", "-B", "-q", "-f", home.resolve("guard").toString(), "package");
        assertThat(home.resolve("guard/target/surefire-reports")).isNotEmptyDirectory();
        var jar = home.resolve("guard/target/my-hooks-1.0.jar").toString();
        assertThat(run(Map.of(), pawl, "--hook", jar, "hooks").text())
                .contains("my-hooks-1.0.jar", "listens to   tool_call");
        succeeds(
                "mvn",
                "-B",
                "-q",
                "-f",
                home.resolve("guard").toString(),
                "dependency:copy",
                "-Dartifact=org.eclipse.jdt:ecj:3.44.0",
                "-DoutputDirectory=" + home.resolve("tools"),
                "dependency:build-classpath",
                "-Dmdep.outputFile=" + home.resolve("class-path"));
        var libraries = Files.readString(home.resolve("class-path"));
        eclipse("--module-path", libraries, sources.resolve("main/java").toString());
        eclipse(
                "-cp",
                libraries,
                sources.resolve("main/java/my").toString(),
                sources.resolve("test/java").toString());
    }

    private void succeeds(String... words) throws Exception {
        var ended = run(Map.of("JAVA_HOME", System.getProperty("java.home")), words);
        assertThat(ended.status()).as(ended.text()).isZero();
    }

    private void eclipse(String... options) throws Exception {
        var words = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar"));
        words.add(home.resolve("tools/ecj-3.44.0.jar").toString());
        words.addAll(List.of("--release", "25", "-d", "none"));
        words.addAll(List.of(options));
        succeeds(words.toArray(String[]::new));
    }
}
