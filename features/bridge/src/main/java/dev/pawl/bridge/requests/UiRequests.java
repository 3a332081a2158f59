package dev.pawl.bridge.requests;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.ui.DialogFactory;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.EditorFactory;
import dev.pawl.api.ui.OverlayHandle;
import dev.pawl.api.ui.OverlayOptions;
import dev.pawl.api.ui.Placement;
import dev.pawl.api.ui.Ui;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.Method;
import dev.pawl.bridge.screen.NodeAutocompletion;
import dev.pawl.bridge.screen.Screens;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Dialogs with the user, and what extensions show on the screen. */
final class UiRequests {
    private UiRequests() {}

    static void addTo(Map<Method, Answerer> to) {
        addDialogs(to);
        addTexts(to);
        addComponents(to);
        addSignIn(to);
    }

    private static void addSignIn(Map<Method, Answerer> to) {
        action(to, Method.LOGIN_URL, ask -> signIn(ask).openUrl(ask.text(0), ask.textOrNull(1)));
        action(to, Method.LOGIN_PROGRESS, ask -> signIn(ask).progress(words(ask, 0)));
        to.put(Method.LOGIN_ASK, ask -> {
            // What was reported before is shown before the question.
            ask.hook().settle();
            return signIn(ask).ask(ask.text(0));
        });
    }

    private static ProviderConfig.Prompts signIn(ExtensionRequest ask) {
        var prompts = ask.scope() == null ? null : ask.scope().prompts();
        if (prompts == null) {
            throw new IllegalStateException("no sign-in is in progress");
        }
        return prompts;
    }

    private static void addDialogs(Map<Method, Answerer> to) {
        to.put(
                Method.UI_SELECT,
                ask -> ui(ask).select(ask.text(0), ask.texts(1), options(ask, 2))
                        .orElse(null));
        to.put(Method.UI_CONFIRM, ask -> ui(ask).confirm(words(ask, 0), words(ask, 1), options(ask, 2)));
        to.put(
                Method.UI_INPUT,
                ask -> ui(ask).input(words(ask, 0), words(ask, 1), options(ask, 2))
                        .orElse(null));
        to.put(
                Method.UI_EDITOR,
                ask -> ui(ask).editor(words(ask, 0), words(ask, 1)).orElse(null));
        to.put(Method.UI_CUSTOM, UiRequests::custom);
        to.put(Method.UI_DONE, ask -> {
            var factory = ask.function(0);
            if (factory != null) {
                screens(ask).done(factory);
            }
            return null;
        });
        to.put(Method.UI_OVERLAY_HIDDEN, ask -> {
            screens(ask).onOverlay(ask.number(0), handle -> handle.setHidden(ask.flag(1)));
            return null;
        });
        to.put(Method.UI_OVERLAY_FOCUS, ask -> {
            screens(ask).onOverlay(ask.number(0), ask.flag(1) ? OverlayHandle::focus : OverlayHandle::unfocus);
            return null;
        });
        to.put(Method.UI_OVERLAY_BOUNDS, ask -> {
            var handle = screens(ask).overlay(ask.number(0));
            var bounds = handle == null ? null : handle.bounds();
            return bounds == null
                    ? null
                    : Fields.of("row", bounds.row())
                            .put("col", bounds.column())
                            .put("width", bounds.width())
                            .put("height", bounds.height())
                            .json();
        });
        to.put(Method.UI_RENDER, ask -> {
            screens(ask).redraw(ask.number(0));
            return null;
        });
    }

    private static void addTexts(Map<Method, Answerer> to) {
        action(to, Method.UI_NOTIFY, ask -> ui(ask).notify(words(ask, 0), words(ask, 1)));
        action(to, Method.UI_STATUS, ask -> ui(ask).setStatus(words(ask, 0), ask.textOrNull(1)));
        action(to, Method.UI_WIDGET, ask -> {
            if (ask.arg(1) == null && ask.arg(2) == null) {
                ui(ask).clearWidget(words(ask, 0));
            } else if (ask.arg(1) == null) {
                ui(ask).clearWidget(words(ask, 0), placement(ask, 2));
            } else if (ask.arg(2) == null) {
                ui(ask).setWidget(words(ask, 0), ask.texts(1));
            } else {
                ui(ask).setWidget(words(ask, 0), ask.texts(1), placement(ask, 2));
            }
        });
        action(to, Method.UI_WORKING_MESSAGE, ask -> ui(ask).setWorkingMessage(ask.textOrNull(0)));
        action(to, Method.UI_WORKING_VISIBLE, ask -> ui(ask).setWorkingVisible(ask.flag(0)));
        action(to, Method.UI_WORKING_INDICATOR, ask -> {
            if (ask.arg(0) == null) {
                ui(ask).resetWorkingIndicator();
            } else {
                ui(ask).setWorkingIndicator(ask.texts(0), Duration.ofMillis(Math.max(1, ask.number(1))));
            }
        });
        action(to, Method.UI_HIDDEN_THINKING_LABEL, ask -> ui(ask).setHiddenThinkingLabel(ask.textOrNull(0)));
        action(to, Method.UI_TITLE, ask -> ui(ask).setTitle(words(ask, 0)));
        action(to, Method.UI_EDITOR_TEXT, ask -> ui(ask).setEditorText(words(ask, 0)));
        action(to, Method.UI_PASTE, ask -> ui(ask).pasteToEditor(words(ask, 0)));
        action(to, Method.UI_SET_TOOLS_EXPANDED, ask -> ui(ask).setToolsExpanded(ask.flag(0)));
        to.put(Method.UI_GET_EDITOR_TEXT, ask -> ui(ask).editorText());
        to.put(Method.UI_TOOLS_EXPANDED, ask -> ui(ask).toolsExpanded());
        to.put(Method.UI_THEMES, ask -> ui(ask).themes());
        to.put(Method.UI_SET_THEME, ask -> ui(ask).setTheme(words(ask, 0)));
    }

    private static void addComponents(Map<Method, Answerer> to) {
        action(to, Method.UI_WIDGET_COMPONENT, ask -> {
            long factory = ask.number(1);
            ui(ask).setWidget(words(ask, 0), (screen, _) -> screens(ask).create(factory, screen), placement(ask, 2));
        });
        action(to, Method.UI_HEADER, ask -> {
            var factory = ask.function(0);
            ui(ask).setHeader(
                            factory == null ? null : (screen, _) -> screens(ask).create(factory, screen));
        });
        action(to, Method.UI_FOOTER, ask -> {
            var factory = ask.function(0);
            ui(ask).setFooter(
                            factory == null
                                    ? null
                                    : (screen, _, data) -> {
                                        screens(ask).footer(data);
                                        return screens(ask).create(factory, screen);
                                    });
        });
        to.put(Method.UI_FOOTER_DATA, ask -> screens(ask).footer());
        action(to, Method.UI_ON_BRANCH_CHANGE, ask -> screens(ask).onBranchChange(ask.number(0)));
        action(to, Method.UI_OFF_BRANCH_CHANGE, ask -> screens(ask).drop(ask.number(0)));
        action(to, Method.UI_EDITOR_COMPONENT, ask -> {
            var factory = ask.function(0);
            ui(ask).setEditor(
                            factory == null
                                    ? null
                                    : (screen, _, _) -> (EditorFactory.EditorComponent)
                                            screens(ask).create(factory, screen));
        });
        action(to, Method.UI_SUBMITTED, ask -> screens(ask).submitted(ask.number(0), words(ask, 1)));
        action(to, Method.UI_SHOW, ask -> screens(ask).show(ask.number(0), ui(ask)));
        action(to, Method.UI_CLOSE, ask -> screens(ask).close(ask.number(0)));
        action(to, Method.UI_ON_TERMINAL_INPUT, ask -> {
            long function = ask.number(0);
            screens(ask).keep(function, ui(ask).onTerminalInput(data -> {
                var answer = screens(ask).quickly(function, data);
                return answer instanceof JsonObject json
                        ? json.bool("consume", false) ? null : json.string("data", data)
                        : data;
            }));
        });
        action(to, Method.UI_OFF_TERMINAL_INPUT, ask -> screens(ask).drop(ask.number(0)));
        action(to, Method.UI_AUTOCOMPLETE, ask -> {
            long function = ask.number(0);
            screens(ask).keep(function, ui(ask).addAutocompletion(current -> {
                screens(ask).completion(current);
                return new NodeAutocompletion(screens(ask), function);
            }));
        });
        to.put(Method.UI_SUGGEST, ask -> {
            var current = screens(ask).completion();
            var found =
                    current == null ? null : current.suggest(ask.texts(0), ask.number(1), ask.number(2), ask.flag(3));
            return found == null ? null : NodeAutocompletion.json(found);
        });
        to.put(Method.UI_APPLY_SUGGESTION, ask -> {
            var current = screens(ask).completion();
            var item = NodeAutocompletion.item(ask.object(3));
            return current == null || item == null
                    ? null
                    : NodeAutocompletion.json(
                            current.apply(ask.texts(0), ask.number(1), ask.number(2), item, words(ask, 4)));
        });
    }

    /** An action without a result. */
    private interface Action {
        void run(ExtensionRequest ask) throws Exception;
    }

    private static void action(Map<Method, Answerer> to, Method method, Action action) {
        to.put(method, ask -> {
            action.run(ask);
            return null;
        });
    }

    private static Ui ui(ExtensionRequest ask) {
        return ask.ctx().ui();
    }

    private static Screens screens(ExtensionRequest ask) {
        return ask.hook().registrar().screens();
    }

    private static String words(ExtensionRequest ask, int index) {
        var value = ask.arg(index);
        return value == null ? "" : String.valueOf(value);
    }

    private static DialogOptions options(ExtensionRequest ask, int index) {
        var timeout = ask.arg(index) instanceof Number millis && millis.longValue() > 0
                ? Duration.ofMillis(millis.longValue())
                : null;
        return new DialogOptions(timeout, ask.textOrNull(index + 1));
    }

    private static Placement placement(ExtensionRequest ask, int index) {
        return "belowEditor".equals(ask.textOrNull(index)) ? Placement.BELOW_EDITOR : Placement.ABOVE_EDITOR;
    }

    private static @Nullable Object custom(ExtensionRequest ask) throws InterruptedException {
        var function = ask.function(0);
        if (function == null) {
            return null;
        }
        var screens = screens(ask);
        DialogFactory<Object> factory = (screen, _, _, done) -> {
            screens.dialog(function, done);
            return screens.create(function, screen);
        };
        if (ask.flag(1)) {
            boolean capturing = !ask.object(2).bool("nonCapturing", false);
            ui(ask).overlay(factory, overlay(ask.object(2)), handle -> {
                if (!capturing) {
                    handle.unfocus();
                }
                screens.overlay(function, handle);
            });
        } else {
            ui(ask).custom(factory);
        }
        screens.done(function);
        return null;
    }

    private static OverlayOptions overlay(JsonObject json) {
        var anchor = OverlayOptions.Anchor.CENTER;
        for (var candidate : OverlayOptions.Anchor.values()) {
            if (candidate.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(json.string("anchor"))) {
                anchor = candidate;
            }
        }
        return new OverlayOptions(
                anchor,
                size(json, "width"),
                json.integer("minWidth", 0),
                size(json, json.has("height") ? "height" : "maxHeight"),
                size(json, "row"),
                size(json, "col"),
                margin(json),
                json.integer("offsetX", 0),
                json.integer("offsetY", 0));
    }

    private static OverlayOptions.Margin margin(JsonObject json) {
        if (!(json.get("margin") instanceof JsonObject sides)) {
            return OverlayOptions.Margin.all(json.integer("margin", 0));
        }
        return new OverlayOptions.Margin(
                sides.integer("top", 0),
                sides.integer("right", 0),
                sides.integer("bottom", 0),
                sides.integer("left", 0));
    }

    private static @Nullable String size(JsonObject json, String field) {
        var value = json.get(field);
        return value == null ? null : String.valueOf(value);
    }
}
