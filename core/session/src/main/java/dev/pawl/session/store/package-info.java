/**
 * Stores the entries of a session in a file or in memory. {@link SessionLog} is the log of one session,
 * {@link EntryIndex} the position of each entry in it, {@link LineStore} the file or the memory below, and
 * {@link Durability} the guarantee against power failures.
 */
package dev.pawl.session.store;
