package dev.pawl.shellhooks.dialect;

/**
 * A file, or a folder of files, that a dialect's hooks are in.
 *
 * @param path from there; one that is a folder means the files in it
 */
public record Place(Root root, String path) {
    /** Where a path begins. */
    public enum Root {
        /** The root of the file system, where an organisation's files lie. */
        SYSTEM,
        HOME,
        AGENT,
        PROJECT
    }

    public static Place system(String path) {
        return new Place(Root.SYSTEM, path);
    }

    public static Place home(String path) {
        return new Place(Root.HOME, path);
    }

    public static Place agent(String path) {
        return new Place(Root.AGENT, path);
    }

    public static Place project(String path) {
        return new Place(Root.PROJECT, path);
    }

    /** Whether it lies in the project, and is not the user's own. */
    public boolean ofProject() {
        return root == Root.PROJECT;
    }
}
