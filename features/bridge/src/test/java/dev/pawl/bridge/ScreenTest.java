package dev.pawl.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.DialogFactory;
import dev.pawl.api.ui.FooterFactory;
import dev.pawl.api.ui.Keybindings;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.PlainTheme;
import dev.pawl.api.ui.Screen;
import dev.pawl.api.ui.Severity;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.Subscription;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.HostServices;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.FakeContext;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Components of extensions: lines come over, keys go there. */
@Deep
class ScreenTest {
    @TempDir
    Path dir;

    /** A fake screen, with a user who presses an arrow twice and then escape. */
    private static final class FakeScreen extends NoUi {
        final List<String> drawn = new ArrayList<>();
        final List<String> notices = new ArrayList<>();

        @Override
        public <T> Optional<T> custom(DialogFactory<T> factory) throws InterruptedException {
            var over = new CountDownLatch(1);
            try {
                var component = factory.create(new Place(), new PlainTheme(), new NoKeys(), _ -> over.countDown());
                drawn.addAll(component.render(20));
                component.handleInput("\u001b[C");
                component.handleInput("\u001b[C");
                drawn.addAll(component.render(14));
                component.handleInput("\u001b");
                over.await();
                component.dispose();
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return Optional.empty();
        }

        @Override
        public void notify(String message, Severity severity) {
            notices.add(message);
        }
    }

    private record Place() implements Screen {
        @Override
        public int columns() {
            return 80;
        }

        @Override
        public int rows() {
            return 24;
        }

        @Override
        public void requestRender() {}
    }

    private record NoKeys() implements Keybindings {
        @Override
        public boolean matches(String data, String actionId) {
            return false;
        }

        @Override
        public List<String> keys(String actionId) {
            return List.of();
        }

        @Override
        public String text(String actionId) {
            return "";
        }
    }

    @Test
    void a_game_is_drawn_and_played_and_its_score_is_kept() throws Exception {
        var screen = new FakeScreen();
        var context = new FakeContext(dir, screen);
        try (var node = NodeTrial.in(dir);
                var carriers = new CarrierGuard()) {
            var installed = new HookInstaller(HostServices.plain(dir), Timeouts.DEFAULT, _ -> {})
                    .install(
                            node.example("snake.ts"),
                            new SourceInfo("snake.ts", SourceInfo.Scope.TEMPORARY, false, null));
            assertThat(installed.problems()).isEmpty();
            try (var _ = new Engine(installed.hooks(), Timeouts.DEFAULT, _ -> {}, carriers, Clock.systemUTC())
                    .bind(context)) {
                Objects.requireNonNull(new Contributions(installed.hooks()).command("snake"))
                        .run(context, () -> {});
                assertThat(screen.drawn)
                        .anySatisfy(line -> assertThat(line.strip()).isEqualTo("..o.*......."));
                assertThat(screen.drawn).anySatisfy(line -> assertThat(line).startsWith("...oo"));
                assertThat(screen.notices).containsExactly("Score: 1");
                assertThat(context.session().entries().toString()).contains("score");
            }
        }
    }

    /** A screen that shows a footer, whose branch changes. */
    private static final class WithFooter extends NoUi {
        final BlockingQueue<String> notices = new LinkedBlockingQueue<>();
        final BlockingQueue<Runnable> listeners = new LinkedBlockingQueue<>();
        volatile String branch = "main";

        @Override
        public void setFooter(@Nullable FooterFactory factory) {
            if (factory != null) {
                factory.create(new Place(), new PlainTheme(), new FooterFactory.FooterData() {
                    @Override
                    public String gitBranch() {
                        return branch;
                    }

                    @Override
                    public Map<String, String> statuses() {
                        return Map.of();
                    }

                    @Override
                    public Subscription onBranchChange(Runnable listener) {
                        listeners.add(listener);
                        return () -> notices.add("no longer listening");
                    }
                });
            }
        }

        @Override
        public void notify(String message, Severity severity) {
            notices.add(message);
        }
    }

    @Test
    void a_footer_is_called_when_the_branch_changes_until_it_listens_no_more() throws Exception {
        var screen = new WithFooter();
        var context = new FakeContext(dir, screen);
        try (var node = NodeTrial.in(dir);
                var carriers = new CarrierGuard()) {
            var installed = new HookInstaller(HostServices.plain(dir), Timeouts.DEFAULT, _ -> {})
                    .install(
                            node.bodies(dir, """
                                pi.command("footer", {
                                  handler: async (ctx) => {
                                    ctx.ui.setFooter((tui, theme, data) => {
                                      const stop = data.onBranchChange(() => {
                                        const branch = data.getGitBranch();
                                        ctx.ui.notify("now on " + branch);
                                        if (branch === "last") stop();
                                      });
                                      return { render: () => [], invalidate() {} };
                                    });
                                  },
                                });
                                """)[0],
                            new SourceInfo("hook0.ts", SourceInfo.Scope.TEMPORARY, false, null));
            assertThat(installed.problems()).isEmpty();
            try (var _ = new Engine(installed.hooks(), Timeouts.DEFAULT, _ -> {}, carriers, Clock.systemUTC())
                    .bind(context)) {
                Objects.requireNonNull(new Contributions(installed.hooks()).command("footer"))
                        .run(context, () -> {});
                var changed = screen.listeners.take();
                for (var branch : List.of("feature", "last")) {
                    screen.branch = branch;
                    changed.run();
                    assertThat(screen.notices.take()).isEqualTo("now on " + branch);
                }
                assertThat(screen.notices.take()).isEqualTo("no longer listening");
            }
        }
    }
}
