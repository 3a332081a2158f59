package dev.pawl.acceptance.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Input;
import dev.pawl.machine.Await;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.testkit.program.ProgramCommand;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** Workers as processes, over one engine, with a home and a project of the test's own. */
final class Fleet implements AutoCloseable {
    /** A hook that asks before each call. */
    static final String ASKING_GATE = """
        import module dev.pawl.api;
        import static dev.pawl.api.HookPoints.*;

        class Dropped implements Hook {
            public void install(Host pi) {
                pi.on(TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Run it?", call.toolName()) ? call.allow()
                        : call.block("not approved"));
            }
        }
        """;

    private final List<Path> homes;
    final Path home;
    final Path project;
    final ConversationModel model;
    final String address;
    private final Path root;
    private final List<List<String>> options;
    private final List<Process> workers = new ArrayList<>();
    private int started;
    private int launched;

    /**
     * Starts nothing yet.
     *
     * @param address the engine, as workers are told it
     * @param options more of what each worker takes
     */
    Fleet(Path root, String address, ConversationModel.Answers answers, List<List<String>> options) throws IOException {
        this(root, address, answers, options, 1);
    }

    /** @param homes how many homes there are: each worker that is started gets the next one */
    Fleet(Path root, String address, ConversationModel.Answers answers, List<List<String>> options, int homes)
            throws IOException {
        this.root = root.toRealPath();
        var all = new ArrayList<Path>();
        for (int i = 0; i < homes; i++) {
            all.add(Files.createDirectories(this.root.resolve(i == 0 ? "home" : "home" + i)));
        }
        this.homes = List.copyOf(all);
        this.home = all.getFirst();
        this.project = Files.createDirectories(this.root.resolve("project"));
        this.model = new ConversationModel(answers);
        this.address = address;
        this.options = List.copyOf(options);
        user("models.json", model.modelsJson());
    }

    void user(String name, String text) throws IOException {
        for (var each : homes) {
            var file = each.resolve(".pi/agent").resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
    }

    /** Starts the workers that do not run, and waits until they work. */
    void start() throws IOException, InterruptedException {
        for (int i = workers.size(); i < options.size(); i++) {
            workers.add(worker(i));
            started++;
        }
        Await.until("all workers are at work", this::output, () -> {
            assertThat(workers).as(output()).allMatch(Process::isAlive);
            return output().lines().filter(line -> line.startsWith("Worker ")).count() >= started;
        });
    }

    private Process worker(int index) throws IOException {
        var args = new ArrayList<>(List.of("worker", "--engine", address, "--name", "w" + index, "--lease", "3"));
        args.addAll(List.of("--at-once", "4"));
        args.addAll(options.get(index));
        return run(homes.get(launched++ % homes.size()), args.toArray(String[]::new));
    }

    /** Starts the program; what it prints goes to a file. */
    Process run(String... args) throws IOException {
        return run(home, args);
    }

    private Process run(Path of, String... args) throws IOException {
        var builder = builder(args);
        builder.environment().put("HOME", of.toString());
        return builder.redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(
                        Files.createTempFile(root, args[0] + "-", ".out").toFile())
                .start();
    }

    /** Starts the program for a client that writes to it and reads from it. */
    Process drive(String... args) throws IOException {
        return builder(args)
                .redirectError(Files.createTempFile(root, "driven-", ".out").toFile())
                .start();
    }

    private ProcessBuilder builder(String... args) {
        var builder = new ProcessBuilder(ProgramCommand.with(List.of("-Dpawl.tty=", "-Xmx256m"), args))
                .directory(project.toFile());
        builder.environment().clear();
        builder.environment().put("HOME", home.toString());
        builder.environment().put("PATH", System.getenv("PATH"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder;
    }

    /** Takes a session in, with a folder of its own, and says something to it. */
    String submit(Durable engine, String place, String name, String prompt) throws IOException {
        var cwd = Files.createDirectories(project.resolve(name));
        var header = JsonObject.of("type", "session", "version", 3)
                .with("id", name)
                .with("timestamp", "2026-01-01T00:00:00.000Z")
                .with("cwd", cwd.toString());
        engine.create(
                name, place, JsonObject.of("args", List.of("--model", "scripted/by-turn")), List.of(header.toString()));
        engine.send(name, Input.prompt(name + "-1", prompt));
        return name;
    }

    /** Tells the last worker to end, and returns its exit code. */
    int endOne() throws InterruptedException {
        var worker = workers.removeLast();
        worker.destroy();
        return worker.waitFor();
    }

    /** Stops the first worker as a machine does that has too much to do, or lets it go on. */
    void signalFirst(String signal) throws IOException, InterruptedException {
        var kill = new ProcessBuilder(
                        "kill", "-s", signal, Long.toString(workers.getFirst().pid()))
                .start();
        assertThat(kill.waitFor()).isZero();
    }

    /** The processor time of the workers so far. */
    Duration processor() {
        return workers.stream()
                .map(worker -> worker.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Kills a worker that runs, and starts another one in its place. */
    void killOne(Random random) throws IOException, InterruptedException {
        kill(random.nextInt(workers.size()));
    }

    /** Kills every worker, and starts others in their places. */
    void killAll() throws IOException, InterruptedException {
        for (int i = 0; i < workers.size(); i++) {
            kill(i);
        }
    }

    private void kill(int victim) throws IOException, InterruptedException {
        workers.get(victim).destroyForcibly().waitFor();
        workers.set(victim, worker(victim));
    }

    /** Waits until every session fits; returns their states. */
    static List<SessionState> await(Durable engine, String what, Predicate<SessionState> fits) throws Exception {
        return Await.value(what, engine::list, all -> {
            boolean fit = all.stream().allMatch(fits);
            assertThat(all.stream().filter(state -> !fit && state.phase() == Phase.FAILED))
                    .as(what)
                    .isEmpty();
            return fit;
        });
    }

    /** The messages of a session, without what differs between two runs. */
    static List<String> messages(Durable engine, String session) throws IOException {
        return engine.lines(session, 1).stream()
                .map(line -> JsonObject.parse(line).object("message"))
                .filter(message -> message.has("role") && !"system".equals(message.string("role")))
                .map(message -> message.string("role") + " " + text(message))
                .toList();
    }

    private static String text(JsonObject message) {
        return message.get("content") instanceof String text
                ? text
                : message.objects("content").stream()
                        .map(block -> block.without("id").toString())
                        .toList()
                        .toString();
    }

    /** What workers printed, for a test that failed. */
    String output() {
        var text = new StringBuilder();
        try (var files = Files.list(root)) {
            for (var file :
                    files.filter(each -> each.toString().endsWith(".out")).toList()) {
                text.append(file.getFileName())
                        .append(":\n")
                        .append(Files.readString(file))
                        .append('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    @Override
    public void close() {
        for (var worker : workers) {
            worker.destroyForcibly().onExit().join();
        }
        model.close();
    }
}
