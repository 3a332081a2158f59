package dev.pawl.agent.conversation;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.ai.Models;
import dev.pawl.ai.wire.ThinkingLevels;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.BeforeModelSelect;
import dev.pawl.api.event.ModelSelect;
import dev.pawl.api.event.ThinkingLevelSelect;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ScopedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.session.Session;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The model a session asks and how long it may think; changes are kept in the session and reported to hooks. */
public final class ModelInUse {
    private final Models models;
    private final Session session;
    private final Engine engine;
    private final Listeners listeners;
    private volatile List<ScopedModel> scoped;
    private final Function<Model, @Nullable ThinkingLevel> preferred;
    private @Nullable Model model;
    private ThinkingLevel level;

    /**
     * @param scoped the user's short list
     * @param preferred the level that the settings want for a model; null if they contain none
     */
    public ModelInUse(
            Models models,
            Session session,
            Engine engine,
            Listeners listeners,
            List<ScopedModel> scoped,
            Function<Model, @Nullable ThinkingLevel> preferred,
            @Nullable Model model,
            ThinkingLevel level) {
        this.models = models;
        this.session = session;
        this.engine = engine;
        this.listeners = listeners;
        this.scoped = scoped;
        this.preferred = preferred;
        this.model = model;
        this.level = model == null ? level : ThinkingLevels.clamp(model, level);
    }

    public synchronized @Nullable Model model() {
        return model;
    }

    public synchronized ThinkingLevel level() {
        return level;
    }

    public List<ScopedModel> scoped() {
        return scoped;
    }

    public void scope(List<ScopedModel> models) {
        scoped = List.copyOf(models);
    }

    /** Throws an exception that states what to do if there is no model, or no key for it. */
    public void checkUsable() {
        var known = model();
        if (known == null) {
            throw new IllegalStateException(
                    "There is no key of a model provider, so no model can answer. Set one in the environment, e.g."
                        + " ANTHROPIC_API_KEY or OPENAI_API_KEY; or save one with /login on the screen, or describe a"
                        + " model of your own in models.json; or try the demonstration, which needs no key: --model"
                        + " demo/tour");
        }
        if (!models.isAvailable(known)) {
            throw new IllegalStateException(missingKey(known));
        }
    }

    private String missingKey(Model known) {
        for (var provider : models.providerList()) {
            if (provider.id().equals(known.provider()) && !provider.variables().isEmpty()) {
                return "There is no key for " + known.reference() + ". Set " + String.join(" or ", provider.variables())
                        + ", or sign in with /login.";
            }
        }
        return "There is no key for " + known.reference() + ". Sign in with /login, or put one into models.json.";
    }

    /** Refreshes the model, if a hook changed its provider. */
    public void refresh() {
        // Looked up without a lock, for what is put off until models are looked up ends here, too.
        var known = model();
        var fresh = known == null ? null : models.find(known.provider(), known.id());
        synchronized (this) {
            if (fresh != null && model == known) {
                model = fresh;
            }
        }
    }

    /** Takes over the model and the level of another one, if that model still exists. */
    public void takeOver(ModelInUse other) {
        var known = other.model();
        var fresh = known == null ? null : models.find(known.provider(), known.id());
        if (fresh != null) {
            var thinking = ThinkingLevels.clamp(fresh, other.level());
            synchronized (this) {
                model = fresh;
                level = thinking;
            }
        }
    }

    /** Uses another model; false if there is no key for it. Throws {@link Refused} where a hook does not allow it. */
    public boolean use(Model next, ModelSelect.Source source) throws InterruptedException {
        if (!models.isAvailable(next)) {
            return false;
        }
        change(next, null, source);
        return true;
    }

    private static boolean isSame(Model model, @Nullable Model other) {
        return other != null && model.reference().equals(other.reference());
    }

    /** Changes to the next model of the short list, or of all with a key; null if there is no other. */
    @Nullable
    public Model cycle(int step) throws InterruptedException {
        var shortList = scoped;
        var choices = shortList.isEmpty()
                ? models.available(model()).stream()
                        .map(one -> new ScopedModel(one, null))
                        .toList()
                : shortList.stream()
                        .filter(one -> models.isAvailable(one.model()))
                        .toList();
        var now = model();
        if (choices.isEmpty()
                || (choices.size() == 1 && isSame(choices.getFirst().model(), now))) {
            return null;
        }
        int at = 0;
        for (int i = 0; i < choices.size(); i++) {
            if (isSame(choices.get(i).model(), now)) {
                at = i;
            }
        }
        var next = choices.get(Math.floorMod(at + step, choices.size()));
        change(next.model(), next.thinkingLevel(), ModelSelect.Source.CYCLE);
        return next.model();
    }

    private void change(Model next, @Nullable ThinkingLevel wanted, ModelSelect.Source source)
            throws InterruptedException {
        checkAllowed(next, source);
        Model before;
        ThinkingLevel target;
        synchronized (this) {
            before = model;
            model = next;
            if (before != null && before.reference().equals(next.reference())) {
                target = wanted == null ? level : wanted;
            } else {
                session.changeModel(next.provider(), next.id());
                var preference = preferred.apply(next);
                target = wanted != null ? wanted : preference != null ? preference : level;
            }
        }
        level(target);
        if (before == null || !before.reference().equals(next.reference())) {
            engine.fire(HookPoints.MODEL_SELECT, new ModelSelect(next, before, source));
        }
    }

    private void checkAllowed(Model next, ModelSelect.Source source) throws InterruptedException {
        var now = model();
        if (now != null && now.reference().equals(next.reference())) {
            return;
        }
        if (engine.fire(HookPoints.BEFORE_MODEL_SELECT, new BeforeModelSelect(next, now, source))
                instanceof Decision.Stop(var block)) {
            throw new Refused("A hook refused the model " + next.reference() + ": " + block.reason());
        }
    }

    /** A hook refused a model. */
    public static final class Refused extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        Refused(String why) {
            super(why);
        }
    }

    /** Sets the level, or the nearest that the model has. */
    public void level(ThinkingLevel wanted) {
        ThinkingLevel before;
        ThinkingLevel now;
        synchronized (this) {
            before = level;
            var known = model;
            now = known == null ? wanted : ThinkingLevels.clamp(known, wanted);
            if (now == before) {
                return;
            }
            level = now;
            session.changeThinkingLevel(now);
        }
        try {
            engine.fire(HookPoints.THINKING_LEVEL_SELECT, new ThinkingLevelSelect(now, before));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        listeners.publish(new AgentEvent.ThinkingLevelChanged(now));
    }

    /** Changes to the next level of the model; null if it has only one. */
    @Nullable
    public ThinkingLevel cycleLevel() {
        var known = model();
        var levels = known == null ? List.<ThinkingLevel>of() : ThinkingLevels.of(known);
        if (levels.size() < 2) {
            return null;
        }
        var next = levels.get((levels.indexOf(level()) + 1) % levels.size());
        level(next);
        return next;
    }
}
