package dev.pawl.bridge.screen;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.Autocompletion;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.DialogFactory;
import dev.pawl.api.ui.FooterFactory;
import dev.pawl.api.ui.MessageRenderer;
import dev.pawl.api.ui.OverlayHandle;
import dev.pawl.api.ui.Screen;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Subscription;
import dev.pawl.bridge.protocol.ExtensionCalls;
import dev.pawl.bridge.protocol.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What one extension has on the screen. */
public final class Screens {
    private static final long FRAME_SECONDS = 2;

    private final ExtensionCalls hook;
    private final Map<Long, Screen> shown = new ConcurrentHashMap<>();
    private final Map<Long, DialogFactory.Done<Object>> dialogs = new ConcurrentHashMap<>();
    private final Map<Long, Consumer<String>> submissions = new ConcurrentHashMap<>();
    private final Map<Long, Subscription> kept = new ConcurrentHashMap<>();
    private final Map<Long, OverlayHandle> overlays = new ConcurrentHashMap<>();
    private final Map<Long, List<Consumer<OverlayHandle>>> early = new HashMap<>();
    private volatile @Nullable Autocompletion completion;
    private volatile FooterFactory.@Nullable FooterData footer;

    public Screens(ExtensionCalls hook) {
        this.hook = hook;
    }

    /** Makes the component of a factory on the other side. */
    public Component create(long factory, Screen screen) {
        shown.put(factory, screen);
        var place = Fields.of("columns", screen.columns())
                .put("rows", screen.rows())
                .put("id", factory)
                .json();
        var component = component(quickly(factory, place), screen, factory);
        return component == null ? width -> List.of() : component;
    }

    /** Has something drawn; null if the extension leaves it to others, or fails. */
    @Nullable
    public Component drawing(long function, @Nullable Object... args) {
        return component(quickly(function, args), null, null);
    }

    private @Nullable Component component(@Nullable Object described, @Nullable Screen screen, @Nullable Long factory) {
        return described instanceof JsonObject json && json.get("component") instanceof Number number
                ? new NodeComponent(this, number.longValue(), json.bool("takesKeys", false), screen, factory)
                : null;
    }

    /** Calls a function that draws or computes, and gives up soon: the screen does not wait. */
    @Nullable
    public Object quickly(long function, @Nullable Object... args) {
        return quickly(
                failure -> System.getLogger("dev.pawl.bridge")
                        .log(System.Logger.Level.DEBUG, () -> hook.path() + " could not draw", failure),
                function,
                args);
    }

    /** The same, with a receiver for what the extension threw. */
    @Nullable
    Object quickly(Consumer<Throwable> failed, long function, @Nullable Object... args) {
        if (!hook.has(function)) {
            return null;
        }
        var task = new FutureTask<@Nullable Object>(() -> hook.draw(function, Arrays.asList(args)));
        var thread = Thread.startVirtualThread(task);
        try {
            return task.get(FRAME_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            return null;
        } catch (TimeoutException e) {
            thread.interrupt();
            return null;
        } catch (ExecutionException e) {
            failed.accept(Objects.requireNonNullElse(e.getCause(), e));
            return null;
        }
    }

    /** Something cannot be drawn any more; a dialog that waits for it ends. */
    void failed(@Nullable Long factory, Throwable failure) {
        hook.reportFailure("could not draw", failure);
        if (factory != null && dialogs.containsKey(factory)) {
            // Not while the screen is drawing it.
            Thread.startVirtualThread(() -> done(factory));
        }
    }

    public void dialog(long factory, DialogFactory.Done<Object> done) {
        dialogs.put(factory, done);
    }

    public void done(long factory) {
        var dialog = dialogs.remove(factory);
        shown.remove(factory);
        synchronized (this) {
            overlays.remove(factory);
            early.remove(factory);
        }
        if (dialog != null) {
            dialog.done(null);
        }
    }

    /** An overlay is shown; what was asked of it before is done now. */
    public synchronized void overlay(long factory, OverlayHandle handle) {
        overlays.put(factory, handle);
        var asked = early.remove(factory);
        if (asked != null) {
            asked.forEach(what -> what.accept(handle));
        }
    }

    /** The overlay of a dialog; null if it is not shown. */
    @Nullable
    public OverlayHandle overlay(long factory) {
        return overlays.get(factory);
    }

    /** Does something with the overlay of a dialog, once it is shown. */
    public synchronized void onOverlay(long factory, Consumer<OverlayHandle> what) {
        var handle = overlays.get(factory);
        if (handle == null) {
            early.computeIfAbsent(factory, _ -> new ArrayList<>()).add(what);
        } else {
            what.accept(handle);
        }
    }

    public void redraw(long factory) {
        var screen = shown.get(factory);
        if (screen != null) {
            screen.requestRender();
        }
    }

    void onSubmit(long component, Consumer<String> listener) {
        submissions.put(component, listener);
    }

    public void submitted(long component, String text) {
        var listener = submissions.get(component);
        if (listener != null) {
            listener.accept(text);
        }
    }

    /** Shows a component with the keyboard, until it is closed. */
    public void show(long factory, Ui ui) {
        var component = component(quickly(factory), null, null);
        if (component != null) {
            var handle = ui.show(component);
            keep(factory, handle::close);
        }
    }

    public void close(long factory) {
        drop(factory);
    }

    /** Keeps what the extension can take back later. */
    public void keep(long function, Subscription subscription) {
        kept.put(function, subscription);
    }

    public void drop(long function) {
        var subscription = kept.remove(function);
        if (subscription != null) {
            subscription.close();
        }
    }

    public void completion(Autocompletion current) {
        completion = current;
    }

    @Nullable
    public Autocompletion completion() {
        return completion;
    }

    public void footer(FooterFactory.FooterData data) {
        footer = data;
    }

    /** Calls a function when the git branch that the footer shows has changed, until it is dropped. */
    public void onBranchChange(long function) {
        var data = footer;
        if (data != null) {
            // Not on the thread of the screen, which the function may ask to draw.
            keep(function, data.onBranchChange(() -> Thread.startVirtualThread(() -> quickly(function))));
        }
    }

    /** Returns what the ordinary footer shows. */
    public JsonObject footer() {
        var data = footer;
        return data == null
                ? JsonObject.empty()
                : new Fields()
                        .given("gitBranch", data.gitBranch())
                        .put("statuses", data.statuses())
                        .json();
    }

    public static JsonObject options(MessageRenderer.Options options) {
        return Fields.of("expanded", options.expanded())
                .put("outputPad", options.outputPad())
                .json();
    }
}
