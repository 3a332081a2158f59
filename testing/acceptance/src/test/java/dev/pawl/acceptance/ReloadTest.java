package dev.pawl.acceptance;

import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.Block;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.loader.HookLoader;
import dev.pawl.loader.find.HookFile;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.HostServices;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.FakeContext;
import dev.pawl.testkit.FakeUi;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks from files, loaded again and again: generations come and go and leave nothing behind. */
class ReloadTest {
    private static final SessionStart STARTUP = new SessionStart(SessionStart.Reason.STARTUP, null);
    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));

    @TempDir
    Path folder;

    private final CarrierGuard carriers = new CarrierGuard();

    private LoadResult load(HostServices services, Path... files) throws InterruptedException {
        var installer = new HookInstaller(services, Timeouts.DEFAULT, error -> {
            throw new AssertionError(error.toString());
        });
        var hooks = List.of(files).stream()
                .map(file -> new HookFile(file, new SourceInfo(file.toString(), SourceInfo.Scope.USER, false, null)))
                .toList();
        return new HookLoader(installer, folder.resolve("cache"), _ -> {}).load(hooks);
    }

    private Engine engine(LoadResult loaded) {
        assertThat(loaded.problems()).isEmpty();
        return new Engine(
                        loaded.hooks(),
                        Timeouts.DEFAULT,
                        error -> {
                            throw new AssertionError(error.toString());
                        },
                        carriers,
                        Clock.systemUTC())
                .bind(new FakeContext(folder, new FakeUi()));
    }

    private Path hook(String name, String source) throws Exception {
        return Files.writeString(folder.resolve(name), source);
    }

    @Test
    void a_changed_file_is_another_hook_after_a_reload() throws Exception {
        var services = HostServices.plain(folder);
        var file = hook("gate.java", gate("first"));
        try (var engine = engine(load(services, file))) {
            assertThat(engine.fire(TOOL_CALL, CALL)).isEqualTo(Decision.stop(new Block("first")));
        }
        hook("gate.java", gate("second"));
        try (var engine = engine(load(services, file))) {
            assertThat(engine.fire(TOOL_CALL, CALL)).isEqualTo(Decision.stop(new Block("second")));
        }
    }

    @Test
    void a_helper_class_is_there_at_the_first_and_at_the_hundredth_event() throws Exception {
        var file = hook("helped.java", """
            import module dev.pawl.api;
            import static dev.pawl.api.HookPoints.CONTEXT;

            class Helped implements Hook {
                private int calls;

                public void install(Host pi) {
                    pi.on(CONTEXT, (context, _) -> ++calls < 100 ? context : new Late().trimmed(context));
                }
            }

            class Late {
                ModelContext trimmed(ModelContext context) {
                    return context.withMessages(List.of());
                }
            }
            """);
        var context = ModelContext.of(List.of(Message.user("hello", 0)));
        try (var engine = engine(load(HostServices.plain(folder), file))) {
            for (int i = 1; i < 100; i++) {
                assertThat(engine.fire(CONTEXT, context)).isSameAs(context);
            }
            assertThat(engine.fire(CONTEXT, context).messages()).isEmpty();
        }
    }

    @Test
    @Deep
    void a_thousand_reloads_leave_no_class_loader_no_listener_and_no_timer_behind() throws Exception {
        var file = hook("busy.java", """
            import module dev.pawl.api;
            import static dev.pawl.api.HookPoints.*;

            class Busy implements Hook {
                record Note(String text) {}

                public void install(Host pi) {
                    pi.entry("busy_note", Note.class);
                    pi.events().on("busy", _ -> {});
                    pi.counter("installed").incrementAndGet();
                    pi.every(Duration.ofHours(1), _ -> {});
                    pi.command("busy", "Keeps busy", _ -> Outcome.nothing());
                    pi.on(CONTEXT, (context, _) -> context.withMessages(List.of()));
                    pi.on(SESSION_START, (_, ctx) -> {
                        ctx.session().save(new Note("here"));
                        ctx.session().branch().forEach(entry -> {
                            if (entry instanceof Entry.Other other) other.as(Note.class);
                        });
                    });
                }
            }
            """);
        var services = HostServices.plain(folder);
        var queue = new ReferenceQueue<ClassLoader>();
        Set<PhantomReference<ClassLoader>> generations = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            generations.add(new PhantomReference<>(oneGeneration(services, file), queue));
        }
        assertThat(services.bus().listeners("busy")).isZero();

        // The very last generation may still be on some stack; all others must be collectable.
        int gone = 0;
        for (int round = 0; round < 50 && gone < 999; round++) {
            System.gc();
            for (var one = queue.remove(100); one != null; one = queue.remove(100)) {
                assertThat(generations.remove(one)).isTrue();
                gone++;
            }
        }
        assertThat(gone).isGreaterThanOrEqualTo(999);
    }

    private ClassLoader oneGeneration(HostServices services, Path file) throws Exception {
        var loaded = load(services, file);
        try (var engine = engine(loaded)) {
            engine.fire(SESSION_START, STARTUP);
            engine.fire(CONTEXT, ModelContext.of(List.of(Message.user("x", 0))));
        }
        return loaded.hooks().getFirst().classLoader();
    }

    private static String gate(String reason) {
        return """
            import module dev.pawl.api;

            public class Gate implements Hook {
                public void install(Host pi) {
                    pi.on(HookPoints.TOOL_CALL, (call, _) -> call.block("%s"));
                }
            }
            """.formatted(reason);
    }
}
