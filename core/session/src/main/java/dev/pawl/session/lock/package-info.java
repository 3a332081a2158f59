/**
 * Keeps two programs from writing one session. {@link WriteLock} is the lock; {@link SessionFiles} opens files of
 * sessions without following links.
 */
package dev.pawl.session.lock;
