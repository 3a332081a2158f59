package dev.pawl.testkit;

import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.FooterFactory.FooterData;
import dev.pawl.api.ui.Keybindings;
import dev.pawl.api.ui.PlainTheme;
import dev.pawl.api.ui.Screen;
import dev.pawl.api.ui.Theme;
import dev.pawl.api.value.Subscription;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The fake screen, 80 columns wide and without colours, on which components are drawn on request. */
final class FakeScreen implements Screen {
    static final Theme THEME = new PlainTheme();
    static final Keybindings KEYS = ProgramKeys.keymap();

    private final AtomicInteger requests = new AtomicInteger();
    private final List<Runnable> branchListeners = new CopyOnWriteArrayList<>();

    @Override
    public int columns() {
        return 80;
    }

    @Override
    public int rows() {
        return 24;
    }

    @Override
    public void requestRender() {
        requests.incrementAndGet();
    }

    int requests() {
        return requests.get();
    }

    List<String> draw(@Nullable Component component) {
        return component == null ? List.of() : component.render(columns());
    }

    void branchChanged() {
        branchListeners.forEach(Runnable::run);
    }

    FooterData footerData(Supplier<@Nullable String> branch, Supplier<Map<String, String>> statuses) {
        return new FooterData() {
            @Override
            public @Nullable String gitBranch() {
                return branch.get();
            }

            @Override
            public Map<String, String> statuses() {
                return statuses.get();
            }

            @Override
            public Subscription onBranchChange(Runnable listener) {
                branchListeners.add(listener);
                return () -> branchListeners.remove(listener);
            }
        };
    }
}
