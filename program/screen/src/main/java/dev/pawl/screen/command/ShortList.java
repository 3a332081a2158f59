package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.screen.dialog.Picker;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.look.KeyTable;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.ModelListAction;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.tui.key.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The short list of models that keys cycle through: changes apply at once, and are saved if the user asks for it. */
final class ShortList {
    private final CommandScope out;
    private final AgentScreen screen;
    private final Look look;
    private final Agent agent;
    private final List<Model> models;
    private final Map<String, ScopedModel> on = new LinkedHashMap<>();
    private boolean changed;
    private boolean kept;

    ShortList(CommandScope out) {
        this.out = out;
        this.screen = out.screen();
        this.look = screen.look;
        this.agent = out.agent();
        for (var scoped : agent.context().models().scoped()) {
            on.put(scoped.model().reference(), scoped);
        }
        this.models = new ArrayList<>(out.models().choices());
        order();
    }

    /** Those on the list come first, in their order. */
    private void order() {
        var rest = new ArrayList<>(models);
        models.clear();
        for (var reference : on.keySet()) {
            rest.stream()
                    .filter(one -> one.reference().equals(reference))
                    .findFirst()
                    .ifPresent(models::add);
        }
        rest.removeAll(models);
        models.addAll(rest);
    }

    void open() throws InterruptedException {
        var keys = look.keys;
        screen.menus.<Boolean>open(
                "Short list of models",
                keys.text(AppAction.MODEL_CYCLE_FORWARD.id())
                        + " goes through these; none means all. What you change holds at" + " once, for this session.",
                Hints.of(
                        keys.text("tui.select.confirm") + " puts on or takes off",
                        keys.text(ModelListAction.SAVE.id()) + " keeps the list",
                        keys.text(ModelListAction.ENABLE_ALL.id()) + " all",
                        keys.text(ModelListAction.CLEAR_ALL.id()) + " none",
                        keys.text(ModelListAction.TOGGLE_PROVIDER.id()) + " a provider's",
                        keys.text(ModelListAction.REORDER_UP.id()) + "/" + keys.text(ModelListAction.REORDER_DOWN.id())
                                + " move",
                        keys.text("tui.select.cancel") + " done"),
                end -> {
                    var picker =
                            new Picker<>(look, models, screen.menus.visible() - 1, this::line, _ -> end.accept(true));
                    return picker.keys((data, model) -> press(picker, data, model));
                });
        if (changed && !kept) {
            out.status(words() + " in this session.");
        }
    }

    private String words() {
        var key = look.keys.text(AppAction.MODEL_CYCLE_FORWARD.id());
        return on.isEmpty()
                ? key + " goes through all models"
                : key + " goes through " + (on.size() == 1 ? "1 model" : on.size() + " models");
    }

    private Picker.Line line(Model model) {
        return new Picker.Line(
                (on.containsKey(model.reference()) ? "✓ " : "  ") + model.id(),
                ModelCommands.about(model),
                ModelCommands.words(model));
    }

    private boolean press(Picker<Model> picker, String data, @Nullable Model model) {
        var keys = look.keys;
        if (KeyTable.press(keys, data, List.of(ModelListAction.values()), action -> handle(action, picker, model))) {
            return true;
        }
        if (model != null
                && (keys.matches(data, "tui.select.confirm")
                        || (Key.matches(data, "space") && picker.query().isEmpty()))) {
            if (on.remove(model.reference()) == null) {
                put(model);
            }
            use();
            return true;
        }
        return false;
    }

    private boolean handle(ModelListAction action, Picker<Model> picker, @Nullable Model model) {
        switch (action) {
            case SAVE -> {
                kept = true;
                changed = true;
                screen.background.start("The short list", this::keep);
            }
            case ENABLE_ALL -> {
                models.forEach(this::put);
                use();
            }
            case CLEAR_ALL -> {
                on.clear();
                use();
            }
            case TOGGLE_PROVIDER -> {
                return model != null && provider(model.provider());
            }
            case REORDER_UP -> {
                return model != null && move(picker, model, -1);
            }
            case REORDER_DOWN -> {
                return model != null && move(picker, model, 1);
            }
        }
        return true;
    }

    private void put(Model model) {
        on.putIfAbsent(model.reference(), new ScopedModel(model, null));
    }

    private boolean provider(String name) {
        var own = models.stream().filter(one -> one.provider().equals(name)).toList();
        if (own.stream().allMatch(one -> on.containsKey(one.reference()))) {
            own.forEach(one -> on.remove(one.reference()));
        } else {
            own.forEach(this::put);
        }
        use();
        return true;
    }

    /** Changes the place of a model among those that are on the list. */
    private boolean move(Picker<Model> picker, Model model, int by) {
        var references = new ArrayList<>(on.keySet());
        int from = references.indexOf(model.reference());
        int to = from + by;
        if (from < 0 || to < 0 || to >= references.size()) {
            return true;
        }
        references.add(to, references.remove(from));
        var ordered = new LinkedHashMap<String, ScopedModel>();
        for (var reference : references) {
            var scoped = on.get(reference);
            if (scoped != null) {
                ordered.put(reference, scoped);
            }
        }
        on.clear();
        on.putAll(ordered);
        order();
        picker.items(models);
        picker.select(model);
        use();
        return true;
    }

    private void use() {
        changed = true;
        kept = false;
        agent.setScopedModels(List.copyOf(on.values()));
    }

    private void keep() throws InterruptedException {
        var names = new ArrayList<String>();
        for (var scoped : on.values()) {
            var level = scoped.thinkingLevel();
            names.add(scoped.model().reference() + (level == null ? "" : ":" + level.wire()));
        }
        out.change(
                names.isEmpty() || names.size() == models.size()
                        ? JsonEdit.nothing().without(Keys.ENABLED_MODELS)
                        : JsonEdit.nothing().with(Keys.ENABLED_MODELS, names));
        out.status(words() + " from now on.");
    }
}
