package dev.pawl.config.trust;

/**
 * Something of a project that can run and is not what the user trusted.
 *
 * @param name the file, with the place in it where there are several things in one
 * @param difference lines that are gone and lines that came, if it is a text
 */
public record ContentChange(String name, Kind kind, String difference) {
    /** What is with it. */
    public enum Kind {
        NEW("is new"),
        CHANGED("has changed"),
        GONE("is gone");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** The name, and what is with it. */
    public String sentence() {
        return name + " " + kind.words;
    }
}
