package dev.pawl.session;

import java.util.function.Consumer;

/**
 * How the files of sessions are kept.
 *
 * @param notices receives sentences for the user
 */
record Storage(Durability durability, FileLocking locking, Consumer<String> notices) {}
