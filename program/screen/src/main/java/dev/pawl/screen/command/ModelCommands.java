package dev.pawl.screen.command;

import dev.pawl.agent.Agent;
import dev.pawl.ai.catalogue.ModelChoice;
import dev.pawl.ai.wire.ThinkingLevels;
import dev.pawl.api.Command;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.base.Fuzzy;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.screen.dialog.Picker;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.view.AgentScreen;
import dev.pawl.tui.key.Key;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The commands about models: which one, how much it thinks, and the short list. */
public final class ModelCommands {
    private final CommandScope out;
    private final AgentScreen screen;
    private final Agent agent;

    ModelCommands(CommandScope out) {
        this.out = out;
        this.screen = out.screen();
        this.agent = out.agent();
    }

    void choose(String written) throws InterruptedException {
        if (!written.isEmpty() && useNamed(written)) {
            return;
        }
        var available = out.models().choices();
        if (!written.isEmpty()
                && Fuzzy.best(available, written, ModelCommands::words).isEmpty()) {
            out.warn("There is no model \"" + written + "\" that there is a key for. /model lists them; one that"
                    + " is not known here is added in models.json.");
            return;
        }
        var chosen = screen.menus.<Model>open(
                "Model",
                "Only models there is a key for are listed; /login saves one.",
                screen.menus.hints("ctrl+s keeps as default"),
                done -> new Picker<>(
                                screen.look,
                                available,
                                screen.menus.visible(),
                                model -> new Picker.Line(
                                        model.id() + (isCurrent(model) ? " ✓" : ""), about(model), words(model)),
                                done)
                        .query(written)
                        .select(written.isEmpty() ? current(available) : null)
                        .keys((data, model) -> {
                            if (model == null || !Key.matches(data, "ctrl+s")) {
                                return false;
                            }
                            screen.background.start("The default model", () -> keep(model));
                            done.accept(model);
                            return true;
                        }));
        if (chosen.isPresent()) {
            use(chosen.get());
        }
    }

    /** Uses the model that is named in full, perhaps with a level; false if none is. */
    private boolean useNamed(String written) throws InterruptedException {
        if (!(out.models().search(null, written, null) instanceof ModelChoice.Chosen(var model, var level, var note))
                || out.models().find(model.provider(), model.id()) == null
                || !isName(level == null ? written : written.substring(0, written.lastIndexOf(':')), model)) {
            return false;
        }
        use(model);
        if (level != null) {
            agent.setThinkingLevel(level);
        }
        if (note != null) {
            out.warn(note);
        }
        return true;
    }

    private static boolean isName(String written, Model model) {
        return written.equalsIgnoreCase(model.id()) || written.equalsIgnoreCase(model.reference());
    }

    private @Nullable Model current(List<Model> available) {
        for (var one : available) {
            if (isCurrent(one)) {
                return one;
            }
        }
        return null;
    }

    private boolean isCurrent(Model model) {
        var current = agent.model();
        return current != null && current.reference().equals(model.reference());
    }

    /** Who has it, how much it reads, what a million tokens cost in and out, whether it thinks, and its name. */
    static String about(Model model) {
        var cost = model.cost();
        var name = model.name();
        return Hints.of(
                model.provider(),
                model.contextWindow() > 0 ? Figures.tokens(model.contextWindow()) : "",
                cost.input() + cost.output() > 0 ? price(cost.input()) + "/" + price(cost.output()) : "",
                model.reasoning() ? "thinks" : "",
                name.equals(model.id()) ? "" : name);
    }

    private static String price(double dollars) {
        return "$" + BigDecimal.valueOf(dollars).stripTrailingZeros().toPlainString();
    }

    /** Returns the text that finds a model. */
    static String words(Model model) {
        return model.reference() + " " + model.id() + " " + model.name();
    }

    private void use(Model model) throws InterruptedException {
        if (agent.setModel(model)) {
            out.status("Model: " + model.reference());
        } else {
            out.warn("There is no key for " + model.provider() + ". Save one with /login " + model.provider() + ".");
        }
    }

    private void keep(Model model) throws InterruptedException {
        out.change(
                JsonEdit.nothing().with(Keys.DEFAULT_PROVIDER, model.provider()).with(Keys.DEFAULT_MODEL, model.id()));
        out.status("Sessions begin with " + model.reference() + " from now on.");
    }

    public void cycle(int step) throws InterruptedException {
        var next = agent.cycleModel(step);
        out.status(next == null ? "There is no other model to go on to." : "Model: " + next.reference());
    }

    public void cycleLevel() {
        var level = agent.cycleThinkingLevel();
        out.status(level == null ? "This model does not think aloud." : "Thinking: " + level.wire());
    }

    public void keepLevel() throws InterruptedException {
        var level = agent.thinkingLevel();
        out.change(JsonEdit.nothing().with(Keys.DEFAULT_THINKING_LEVEL, level));
        out.status("Sessions begin with thinking " + level.wire() + " from now on.");
    }

    void level(String written) throws InterruptedException {
        var levels = levels();
        ThinkingLevel level;
        if (written.isEmpty()) {
            var words = levels.stream().map(ThinkingLevel::wire).toList();
            var chosen =
                    screen.menus.pick("Thinking", words, agent.thinkingLevel().wire(), Picker.Line::of);
            level = ThinkingLevel.find(chosen.orElse(null));
            if (level == null) {
                return;
            }
        } else {
            level = ThinkingLevel.find(written);
            if (level == null) {
                out.warn("There is no thinking level \"" + written + "\"; there are "
                        + String.join(
                                ", ", levels.stream().map(ThinkingLevel::wire).toList()));
                return;
            }
        }
        agent.setThinkingLevel(level);
        out.status("Thinking: " + agent.thinkingLevel().wire());
    }

    private List<ThinkingLevel> levels() {
        var model = agent.model();
        return model == null ? List.of(ThinkingLevel.OFF) : ThinkingLevels.of(model);
    }

    List<Command.Completion> complete(String prefix) {
        return Fuzzy.best(out.models().choices(), prefix, ModelCommands::words).stream()
                .limit(20)
                .map(model -> new Command.Completion(model.reference(), model.id(), about(model)))
                .toList();
    }

    List<Command.Completion> completeLevel(String prefix) {
        return levels().stream()
                .map(ThinkingLevel::wire)
                .filter(word -> word.startsWith(prefix))
                .map(Command.Completion::of)
                .toList();
    }
}
