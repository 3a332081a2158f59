package dev.pawl.agent;

import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.SESSION_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.machine.Await;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions come and go and leave nothing behind: no thread, no open file, no class loader, no memory.
 *
 * <p>{@code -Dpawl.campaign=long} does it 10,000 times.
 */
@Deep
class ManySessionsTest {
    private static final int FIRST = 50;
    private static final int MANY = Campaign.tries(300, 10_000);

    @TempDir
    Path dir;

    /** What a process has. */
    private record Held(int threads, long files, long memory) {
        static Held now() throws Exception {
            var thread = ManagementFactory.getThreadMXBean();
            long memory = Long.MAX_VALUE;
            for (int i = 0; i < 3; i++) {
                System.gc();
                memory = Math.min(
                        memory,
                        Runtime.getRuntime().totalMemory()
                                - Runtime.getRuntime().freeMemory());
            }
            var files = Path.of("/proc/self/fd");
            try (var open = Files.isDirectory(files) ? Files.list(files) : null) {
                return new Held(thread.getThreadCount(), open == null ? 0 : open.count(), memory);
            }
        }
    }

    @Test
    void a_session_leaves_nothing_behind() throws Exception {
        var loaders = new ArrayList<WeakReference<ClassLoader>>();
        var agentDir = Files.createDirectories(dir.resolve(".pi/agent"));
        try (var model = ScriptedModel.playing(Script.of().endingWith(Turn.text("Done.")))) {
            Files.writeString(
                    agentDir.resolve("models.json"),
                    model.modelsJson("openai-completions").toString());
            try (var pawl = Pawl.with(Map.of("HOME", dir.toString()))) {
                for (int i = 0; i < FIRST; i++) {
                    session(pawl, loaders);
                }
                var before = Held.now();
                loaders.clear();
                var time = new Campaign.Time();
                int many = 0;
                while (many < MANY && !time.isUp(many, MANY)) {
                    session(pawl, loaders);
                    many++;
                }
                Await.until("threads are as few as before", () -> Held.now().threads() <= before.threads() + 8);
                Await.until("open files are as few as before", () -> Held.now().files() <= before.files() + 8);
                Await.until("class loaders are gone", () -> {
                    System.gc();
                    return loaders.stream()
                                    .filter(loader -> loader.get() != null)
                                    .count()
                            <= 2;
                });
                // The scripted model remembers every request; what is asked here is whether sessions stay.
                long each = (Held.now().memory() - before.memory()) / many;
                assertThat(each).as("bytes that stay of a session").isLessThan(40_000);
            }
            Await.until(
                    "the guard has ended",
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().equals("hooks carrier guard")));
        }
    }

    /** With a hook whose classes have a loader of their own, that listens, has a timer and a listener on the bus. */
    private void session(Pawl pawl, List<WeakReference<ClassLoader>> loaders) throws Exception {
        var loader = new OwnLoader();
        loaders.add(new WeakReference<>(loader));
        var hook = (Hook) loader.loadClass(ListeningHook.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        try (var agent = pawl.agent(dir)
                .model("scripted")
                .tools()
                .hook("listening", hook)
                .start()) {
            agent.prompt("Go");
            assertThat(agent.lastText()).isEqualTo("Done.");
        }
    }

    /** What a session has of a hook. */
    public static final class ListeningHook implements Hook {
        @Override
        public void install(dev.pawl.api.Host pi) {
            pi.on(SESSION_START, (_, _) -> {});
            pi.on(AGENT_END, (_, _) -> {});
            pi.every(Duration.ofMillis(1), _ -> {});
            pi.events().on("channel", _ -> {});
        }
    }

    private static final class OwnLoader extends ClassLoader {
        OwnLoader() {
            super(ManySessionsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(ListeningHook.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (var in = ManySessionsTest.class.getResourceAsStream("ManySessionsTest$ListeningHook.class")) {
                var bytes = java.util.Objects.requireNonNull(in).readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
