package dev.pawl.agent.setup;

import dev.pawl.config.resources.ContextFiles;
import dev.pawl.config.resources.PromptFiles;
import dev.pawl.config.resources.PromptTemplates;
import dev.pawl.config.resources.ResourceRequest.Contribution;
import dev.pawl.config.resources.RuleFiles;
import dev.pawl.config.resources.Skills;
import dev.pawl.config.text.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The instructions, skills and prompt templates of a project and its user. */
public record Resources(
        ContextFiles contextFiles, PromptFiles prompts, Skills skills, PromptTemplates templates, RuleFiles rules) {
    /** Makes resources without rules for what the model writes. */
    public Resources(ContextFiles contextFiles, PromptFiles prompts, Skills skills, PromptTemplates templates) {
        this(contextFiles, prompts, skills, templates, RuleFiles.NONE);
    }

    /** Returns no resources, for programs with their own. */
    public static Resources none() {
        return new Resources(
                ContextFiles.NONE,
                PromptFiles.none(),
                new Skills(List.of(), List.of()),
                new PromptTemplates(List.of(), List.of()));
    }

    public List<Problem> problems() {
        var all = new ArrayList<>(contextFiles.problems());
        all.addAll(prompts.problems());
        all.addAll(skills.problems());
        all.addAll(templates.problems());
        all.addAll(rules.problems());
        return all;
    }

    /** Reads them, with what hooks contributed at {@code resources_discover}. */
    @FunctionalInterface
    public interface Source {
        Resources load(List<Contribution> skills, List<Contribution> prompts);

        /** Takes the themes that hooks name, where there is a screen for them. */
        default void themes(List<Path> paths) {}

        static Source none() {
            return (_, _) -> Resources.none();
        }
    }
}
