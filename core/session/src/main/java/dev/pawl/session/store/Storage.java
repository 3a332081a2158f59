package dev.pawl.session.store;

import dev.pawl.session.lock.FileLocking;
import java.util.function.Consumer;

/**
 * How the files of sessions are kept.
 *
 * @param notices receives sentences for the user
 * @param journal has every line before the file
 */
public record Storage(Durability durability, FileLocking locking, Consumer<String> notices, Journal journal) {}
