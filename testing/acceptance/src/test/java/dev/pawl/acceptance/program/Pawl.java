package dev.pawl.acceptance.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.PawlInside;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.ProgramCommand;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The program as a process, in a home and a folder of the test's own, with a scripted model over real HTTP. */
final class Pawl implements AutoCloseable {
    final Path root;
    final Path home;
    final Path project;
    final ScriptedModel model;
    final Map<String, String> environment = new HashMap<>();
    private final List<Process> started = new ArrayList<>();

    /** What a run printed and how it ended. */
    record Run(int status, String out, String err) {}

    private Pawl(Path root, ScriptedModel model) throws IOException {
        this.root = root.toRealPath();
        this.home = Files.createDirectories(this.root.resolve("home"));
        this.project = Files.createDirectories(this.root.resolve("project"));
        this.model = model;
        user("models.json", model.modelsJson("openai-completions").toString());
        environment.put("HOME", home.toString());
        environment.put("PATH", System.getenv("PATH"));
        environment.put("LC_ALL", "C.UTF-8");
    }

    static Pawl in(Path root, Script.Turn... turns) throws IOException {
        return in(root, Script.of(turns));
    }

    static Pawl in(Path root, Script script) throws IOException {
        return new Pawl(root, ScriptedModel.playing(script));
    }

    Pawl user(String name, String text) throws IOException {
        write(home.resolve(".pi/agent").resolve(name), text);
        return this;
    }

    Pawl hook(String name, String body) throws IOException {
        return user("hooks/" + name + ".java", """
            import module dev.pawl.api;
            import static dev.pawl.api.HookPoints.*;

            class Dropped implements Hook {
                public void install(Host pi) {
                    %s
                }
            }
            """.formatted(body));
    }

    static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** The command that starts it without the launcher: the class path of this test. */
    static List<String> java(String... args) {
        return ProgramCommand.with(List.of("-Dpawl.tty="), args);
    }

    /** Runs it to its end, with nothing to read. */
    Run run(String... args) throws Exception {
        return start(java(args)).end();
    }

    /** The same inside the test, for a run that is there only to see what another one left. */
    Run runInside(String... args) throws Exception {
        var run = new PawlInside(home, project, environment).run(args);
        return new Run(run.status(), run.out(), run.err());
    }

    Running start(String... args) throws IOException {
        return start(java(args));
    }

    Running start(List<String> command) throws IOException {
        var out = Files.createTempFile(root, "run", ".out");
        return start(command, ProcessBuilder.Redirect.to(out.toFile()), out.toFile());
    }

    /** Starts it with a pipe at its standard output, which the test reads. */
    Running startPiped(String... args) throws IOException {
        return start(java(args), ProcessBuilder.Redirect.PIPE, null);
    }

    /** Starts it with a file to read at its standard input. */
    Running startReading(Path input, List<String> command) throws IOException {
        var out = Files.createTempFile(root, "run", ".out");
        return start(command, input.toFile(), ProcessBuilder.Redirect.to(out.toFile()), out.toFile());
    }

    private Running start(List<String> command, ProcessBuilder.Redirect output, File out) throws IOException {
        return start(command, new File("/dev/null"), output, out);
    }

    private Running start(List<String> command, File input, ProcessBuilder.Redirect output, File out)
            throws IOException {
        var err = Files.createTempFile(root, "run", ".err");
        var builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectInput(input)
                .redirectOutput(output)
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        started.add(process);
        return new Running(process, out, err);
    }

    /** A run that has not ended yet. */
    static final class Running {
        final Process process;
        private final File out;
        private final Path err;
        private final BufferedReader lines;

        private Running(Process process, File out, Path err) {
            this.process = process;
            this.out = out;
            this.err = err;
            this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        /** The next line of a piped output. */
        JsonObject next() throws IOException {
            var line = lines.readLine();
            assertThat(line).as(() -> "a line; stderr: " + text(err)).isNotNull();
            return JsonObject.parse(line);
        }

        /** Reads records until one of a type comes. */
        JsonObject await(String type) throws IOException {
            var record = next();
            while (!record.string("type", "").equals(type)) {
                record = next();
            }
            return record;
        }

        /** The reader goes away. */
        void closeOutput() throws IOException {
            process.getInputStream().close();
        }

        Running signal(String name) throws Exception {
            var kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                    .inheritIO()
                    .start();
            assertThat(kill.waitFor()).isZero();
            return this;
        }

        Run end() throws Exception {
            assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                    .as(() -> "ended; stderr: " + text(err))
                    .isTrue();
            return new Run(process.exitValue(), out == null ? "" : text(out.toPath()), text(err));
        }

        private static String text(Path file) {
            try {
                return Files.readString(file, StandardCharsets.UTF_8);
            } catch (IOException e) {
                return String.valueOf(e);
            }
        }
    }

    /** Waits until a file is there. */
    static void await(Path file) throws InterruptedException {
        Await.until(file + " exists", () -> Files.exists(file));
    }

    /** The session files there are. */
    List<Path> sessions() throws IOException {
        var folder = home.resolve(".pi/agent/sessions");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".jsonl")).toList();
        }
    }

    /** Every line of a session file is whole, and what was said in it can be gone on with. */
    List<JsonObject> wholeSession() throws IOException {
        assertThat(sessions()).hasSize(1);
        var text = Files.readString(sessions().getFirst());
        assertThat(text).endsWith("\n");
        return text.lines().map(JsonObject::parse).toList();
    }

    @Override
    public void close() {
        started.forEach(Process::destroyForcibly);
        model.close();
    }
}
