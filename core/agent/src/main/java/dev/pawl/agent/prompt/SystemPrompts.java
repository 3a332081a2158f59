package dev.pawl.agent.prompt;

import dev.pawl.agent.setup.Resources;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.value.SystemPromptOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The system prompt of a session: its sections now, as hooks may bend them for a run. */
public final class SystemPrompts {
    private final SessionTools tools;
    private final Path cwd;
    private volatile Resources resources;
    private volatile @Nullable Plan run;

    /**
     * The prompt of one run.
     *
     * @param before the parts as hooks got them
     * @param after the parts as hooks left them
     * @param replaced a hook's own text, sent in place of the sections
     * @param added what hooks put behind the sections
     * @param tools the tools that it describes; null for those that are active
     */
    public record Plan(
            SystemPromptOptions before,
            SystemPromptOptions after,
            @Nullable String replaced,
            String added,
            @Nullable List<Tool> tools) {}

    public SystemPrompts(SessionTools tools, Path cwd, Resources resources) {
        this.tools = tools;
        this.cwd = cwd;
        this.resources = resources;
    }

    /** Returns the tools that the prompt describes. */
    public SessionTools tools() {
        return tools;
    }

    public Resources resources() {
        return resources;
    }

    public void resources(Resources changed) {
        resources = changed;
    }

    /** Returns the flaw of the parts as a hook left them; null if there is none. */
    public static @Nullable String flaw(SystemPromptOptions before, SystemPromptOptions after) {
        for (var name : after.sections().keySet()) {
            if (!before.sections().containsKey(name) && !isName(name)) {
                return "a section of the system prompt cannot be called \"" + name
                        + "\": its name has small letters, digits, _ and -, and begins with a letter";
            }
        }
        return null;
    }

    private static boolean isName(String name) {
        if (name.isEmpty() || name.equals("preamble")) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = c >= 'a' && c <= 'z';
            boolean other = (c >= '0' && c <= '9') || c == '_' || c == '-';
            if (!letter && (i == 0 || !other)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the parts as they are before hooks see them. */
    public SystemPromptOptions options() {
        var active = tools.declaredTools();
        return PromptText.options(PromptText.sections(resources, active, List.of(), cwd), resources, active, List.of());
    }

    /** Returns the whole prompt: the run's, or as it would be now. */
    public String text() {
        var forced = forced();
        return forced != null ? forced : String.join("\n\n", sections().values());
    }

    /** Returns the text that is sent in place of the session's own prompt; null if there is none. */
    @Nullable
    public String forced() {
        var plan = run;
        if (plan == null || (plan.replaced() == null && plan.added().isEmpty())) {
            return null;
        }
        return plan.replaced() != null
                ? plan.replaced()
                : String.join("\n\n", sections().values()) + plan.added();
    }

    /** Sets the plan for the run that starts now; null if none is under way. */
    public void use(@Nullable Plan plan) {
        run = plan;
    }

    /** Returns the sections as they are sent: those of the run, with the current tools. */
    public Map<String, String> sections() {
        var plan = run;
        return plan == null ? PromptText.wrapped(options().sections()) : sections(plan);
    }

    private Map<String, String> sections(Plan plan) {
        var before = plan.before();
        var after = plan.after();
        var active = plan.tools() == null ? tools.declaredTools() : plan.tools();
        var current = PromptText.sections(chosen(after), described(active, after), after.promptGuidelines(), cwd);
        var result = new LinkedHashMap<>(current);
        // A section that a hook wrote itself is kept as it is, whatever became of its parts.
        after.sections().forEach((name, text) -> {
            if (!text.equals(before.sections().get(name))) {
                result.put(name, text);
            }
        });
        before.sections().keySet().stream()
                .filter(name -> !after.sections().containsKey(name))
                .forEach(result::remove);
        return PromptText.wrapped(result);
    }

    /** Hooks may leave out context files and skills by taking them from the lists. */
    private Resources chosen(SystemPromptOptions options) {
        var files = resources.contextFiles().files().stream()
                .filter(file -> options.contextFiles().containsKey(file.path().toString()))
                .map(file -> new dev.pawl.config.resources.ContextFiles.ContextFile(
                        file.path(),
                        Objects.requireNonNull(
                                options.contextFiles().get(file.path().toString()))))
                .toList();
        var skills = resources.skills().all().stream()
                .filter(skill -> skill.manualOnly() || options.skills().contains(skill.name()))
                .toList();
        return new Resources(
                new dev.pawl.config.resources.ContextFiles(files, List.of()),
                resources.prompts(),
                new dev.pawl.config.resources.Skills(skills, List.of()),
                resources.templates());
    }

    private static List<Tool> described(List<Tool> active, SystemPromptOptions options) {
        var described = new ArrayList<Tool>(active.size());
        for (var tool : active) {
            var snippet = options.toolSnippets().get(tool.name());
            described.add(
                    snippet == null || snippet.equals(tool.traits().promptSnippet())
                            ? tool
                            : tool.with(changed -> changed.promptSnippet(snippet)));
        }
        return described;
    }
}
