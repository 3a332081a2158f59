package dev.pawl.config.trust;

/**
 * Something of a project that can run and is not what the user trusted.
 *
 * @param name the file, with the place in it where there are several things in one
 * @param isNew whether there was nothing of this name
 * @param difference lines that are gone and lines that came, if it is a text
 */
public record ContentChange(String name, boolean isNew, String difference) {
    /** The name, and what is with it. */
    public String sentence() {
        return name + (isNew ? " is new" : " has changed");
    }
}
