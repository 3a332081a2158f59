/**
 * Sessions as hooks see them: a tree of entries that only grows. {@link SessionView} reads one, {@link Entry} is the
 * sealed type of its entries, and {@link Draft} is an entry that a hook proposes.
 */
package dev.pawl.api.session;
