import module dev.pawl.api;
import static dev.pawl.api.HookPoints.SESSION_START;

/** Changes model, thinking level and tools at once: /preset NAME takes them from "presets" in settings.json. */
class Preset implements Hook {
    /** As in {@code "presets": {"review": {"model": "anthropic/claude-opus-4-5", "thinking": "high"}}}. */
    record Choice(
            @Nullable String model, @Nullable ThinkingLevel thinking, @Nullable List<String> tools) {}

    public void install(Host pi) {
        pi.flag(new Flag.Text("preset", "Preset to start with", null));
        pi.command("preset", "Change model, thinking level and tools", Preset::choose, prefix -> names(pi.context()).stream()
                .filter(name -> name.startsWith(prefix))
                .map(Command.Completion::of)
                .toList());
        pi.on(SESSION_START, (start, ctx) -> {
            var name = pi.flagValue("preset");
            if (name != null && start.reason() == SessionStart.Reason.STARTUP) {
                ctx.ui().notify(use(name, ctx));
            }
        });
    }

    private static Outcome choose(CommandContext ctx) throws Exception {
        var named = ctx.argsRaw().strip();
        if (!named.isEmpty()) {
            return Outcome.status(use(named, ctx));
        }
        if (!ctx.ui().hasUser() || names(ctx).isEmpty()) {
            return Outcome.status("Presets in settings.json: " + String.join(", ", names(ctx)));
        }
        var chosen = ctx.ui().select("Preset", names(ctx));
        return chosen.isEmpty() ? Outcome.nothing() : Outcome.status(use(chosen.get(), ctx));
    }

    /** All of a preset is used or none of it; a sentence reports what happened. */
    private static String use(String name, HookContext ctx) throws InterruptedException {
        if (!names(ctx).contains(name)) {
            return "There is no \"" + name + "\" among the presets in settings.json: " + String.join(", ", names(ctx));
        }
        var choice = ctx.project().settings().object("presets").object(name).as(Choice.class);
        if (choice.model() != null) {
            var model = find(choice.model(), ctx.models());
            if (model == null || !ctx.models().select(model)) {
                return "Preset " + name + ": " + choice.model()
                        + (model == null ? " is no model that is known" : " cannot be used, there is no key for it");
            }
        }
        if (choice.thinking() != null) {
            ctx.models().setThinkingLevel(choice.thinking());
        }
        if (!choice.tools().isEmpty()) {
            ctx.tools().setActive(choice.tools());
        }
        return "Preset " + name;
    }

    private static @Nullable Model find(String reference, ModelRegistry models) {
        int slash = reference.indexOf('/');
        return slash < 0 ? null : models.find(reference.substring(0, slash), reference.substring(slash + 1));
    }

    private static List<String> names(HookContext ctx) {
        return List.copyOf(ctx.project().settings().object("presets").names());
    }
}
