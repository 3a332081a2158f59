package dev.pawl.config.resources;

import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import java.util.List;

/** The kinds of files that users and projects bring along, besides hooks. */
enum ResourceKind {
    SKILL("skills", ".md", "a skill", "a skill is a folder with a SKILL.md, or a .md file"),
    PROMPT("prompts", ".md", "a prompt template", "a prompt template is a .md file"),
    THEME("themes", ".json", "a theme", "a theme is a .json file");

    /** The folder that contains them, which is also the key of the settings. */
    final String folder;

    final String suffix;
    final String noun;
    final String form;

    ResourceKind(String folder, String suffix, String noun, String form) {
        this.folder = folder;
        this.suffix = suffix;
        this.noun = noun;
        this.form = form;
    }

    Setting<List<String>> setting() {
        return this == SKILL ? Keys.SKILLS : this == PROMPT ? Keys.PROMPTS : Keys.THEMES;
    }
}
