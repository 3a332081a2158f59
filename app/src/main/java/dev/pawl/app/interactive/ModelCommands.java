package dev.pawl.app.interactive;

import dev.pawl.ai.ModelChoice;
import dev.pawl.ai.ThinkingLevels;
import dev.pawl.api.Command;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.config.JsonEdit;
import dev.pawl.config.Keys;
import dev.pawl.tui.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands about models: which one, how much it thinks, and the short list. */
final class ModelCommands {
    private final Desk desk;
    private final Menus menus;

    ModelCommands(Desk desk, Menus menus) {
        this.desk = desk;
        this.menus = menus;
    }

    void choose(String written) throws InterruptedException {
        if (!written.isEmpty()) {
            var choice = desk.models().search(null, written, null);
            if (choice instanceof ModelChoice.Chosen(var model, var level, var note)) {
                use(model);
                if (level != null) {
                    desk.agent().setThinkingLevel(level);
                }
                if (note != null) {
                    desk.warn(note);
                }
            } else if (choice instanceof ModelChoice.Refused(var why)) {
                desk.warn(why);
            }
            return;
        }
        var available = desk.models().available();
        var chosen = menus.<Model>open(
                "Model",
                "Only models there is a key for are listed; /login saves one.",
                menus.hints("ctrl+s keeps as default"),
                done -> new Picker<>(
                                desk.face().look,
                                available,
                                menus.visible(),
                                model -> new Picker.Line(model.id(), model.provider()),
                                done)
                        .select(current(available))
                        .keys((data, model) -> {
                            if (model == null || !Key.matches(data, "ctrl+s")) {
                                return false;
                            }
                            desk.face().background.start("The default model", () -> keep(model));
                            done.accept(model);
                            return true;
                        }));
        if (chosen.isPresent()) {
            use(chosen.get());
        }
    }

    private @Nullable Model current(List<Model> available) {
        var model = desk.agent().model();
        for (var one : available) {
            if (model != null && one.reference().equals(model.reference())) {
                return one;
            }
        }
        return null;
    }

    private void use(Model model) throws InterruptedException {
        if (desk.agent().setModel(model)) {
            desk.status("Model: " + model.reference());
        } else {
            desk.warn("There is no key for " + model.provider() + ". Save one with /login " + model.provider() + ".");
        }
    }

    private void keep(Model model) throws InterruptedException {
        desk.change(
                JsonEdit.nothing().with(Keys.DEFAULT_PROVIDER, model.provider()).with(Keys.DEFAULT_MODEL, model.id()));
        desk.status("Sessions begin with " + model.reference() + " from now on.");
    }

    void cycle(int step) throws InterruptedException {
        var next = desk.agent().cycleModel(step);
        desk.status(next == null ? "There is no other model to go on to." : "Model: " + next.reference());
    }

    void cycleLevel() {
        var level = desk.agent().cycleThinkingLevel();
        desk.status(level == null ? "This model does not think aloud." : "Thinking: " + level.wire());
    }

    void keepLevel() throws InterruptedException {
        var level = desk.agent().thinkingLevel();
        desk.change(JsonEdit.nothing().with(Keys.DEFAULT_THINKING_LEVEL, level));
        desk.status("Sessions begin with thinking " + level.wire() + " from now on.");
    }

    void level(String written) throws InterruptedException {
        var levels = levels();
        ThinkingLevel level;
        if (written.isEmpty()) {
            var words = levels.stream().map(ThinkingLevel::wire).toList();
            var chosen =
                    menus.pick("Thinking", words, desk.agent().thinkingLevel().wire(), Picker.Line::of);
            level = ThinkingLevel.find(chosen.orElse(null));
            if (level == null) {
                return;
            }
        } else {
            level = ThinkingLevel.find(written);
            if (level == null) {
                desk.warn("There is no thinking level \"" + written + "\"; there are "
                        + String.join(
                                ", ", levels.stream().map(ThinkingLevel::wire).toList()));
                return;
            }
        }
        desk.agent().setThinkingLevel(level);
        desk.status("Thinking: " + desk.agent().thinkingLevel().wire());
    }

    private List<ThinkingLevel> levels() {
        var model = desk.agent().model();
        return model == null ? List.of(ThinkingLevel.OFF) : ThinkingLevels.of(model);
    }

    List<Command.Completion> complete(String prefix) {
        return Fuzzy.filter(desk.models().available(), prefix, Model::reference).stream()
                .limit(20)
                .map(model -> new Command.Completion(model.reference(), model.id(), model.provider()))
                .toList();
    }

    List<Command.Completion> completeLevel(String prefix) {
        return levels().stream()
                .map(ThinkingLevel::wire)
                .filter(word -> word.startsWith(prefix))
                .map(Command.Completion::of)
                .toList();
    }

    /** The short list: what is on it is toggled until the person is done. */
    void scope() throws InterruptedException {
        var available = desk.models().available();
        var chosen = new ArrayList<String>();
        for (var scoped : desk.agent().context().scopedModels()) {
            chosen.add(scoped.model().reference());
        }
        var done = menus.<Boolean>open(
                "Short list of models",
                "The keys that cycle through models go through these; none means all.",
                menus.hints("space puts on or takes off"),
                end -> new Picker<>(
                                desk.face().look,
                                available,
                                menus.visible(),
                                model -> new Picker.Line(
                                        (chosen.contains(model.reference()) ? "✓ " : "  ") + model.id(),
                                        model.provider()),
                                _ -> end.accept(true))
                        .keys((data, model) -> {
                            if (model == null || !Key.matches(data, "space")) {
                                return false;
                            }
                            if (!chosen.remove(model.reference())) {
                                chosen.add(model.reference());
                            }
                            return true;
                        }));
        if (done.isPresent()) {
            desk.change(
                    chosen.isEmpty()
                            ? JsonEdit.nothing().without(Keys.ENABLED_MODELS)
                            : JsonEdit.nothing().with(Keys.ENABLED_MODELS, List.copyOf(chosen)));
            desk.status(
                    (chosen.isEmpty() ? "There is no short list" : "The short list has " + chosen.size() + " models")
                            + " now; it holds from the next session or /reload on.");
        }
    }
}
