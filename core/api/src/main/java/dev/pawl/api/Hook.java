package dev.pawl.api;

/**
 * Something that bends the agent: one class in one dropped-in file.
 *
 * <p>{@link #install} registers what the hook listens to and what it contributes. It runs also in invocations that
 * never start a session, so it must not start processes or open connections; {@code session_start} is the place for
 * that.
 */
@FunctionalInterface
public interface Hook {
    void install(Host pi) throws Exception;
}
