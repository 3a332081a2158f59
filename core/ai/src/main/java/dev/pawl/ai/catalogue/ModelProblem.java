package dev.pawl.ai.catalogue;

/**
 * Something about models or keys that could not be used; everything else works on.
 *
 * @param where the file, with line and column or the path of the field
 * @param message what is wrong there and what became of it, as a user reads it; never a key
 */
public record ModelProblem(String where, String message) {
    @Override
    public String toString() {
        return where + ": " + message;
    }
}
