package dev.pawl.shellhooks.dialect;

/**
 * A file, or a folder of files, that a dialect's hooks are in.
 *
 * @param ofProject whether it lies in the project, and not in the user's home folder
 * @param path from there; one that ends in {@code /} is a folder whose {@code .json} files count
 */
public record Place(boolean ofProject, String path) {
    public static Place home(String path) {
        return new Place(false, path);
    }

    public static Place project(String path) {
        return new Place(true, path);
    }
}
