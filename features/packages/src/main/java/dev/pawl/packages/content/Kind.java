package dev.pawl.packages.content;

/** The kinds of content of a package. */
public enum Kind {
    EXTENSIONS("extensions"),
    SKILLS("skills"),
    PROMPTS("prompts"),
    THEMES("themes");

    private final String key;

    Kind(String key) {
        this.key = key;
    }

    /** Its name in {@code package.json} and in settings, which is also the usual folder. */
    public String key() {
        return key;
    }
}
