/**
 * Creates, opens and copies sessions. {@link Sessions} is the entry point, and {@link Session} is one conversation: a
 * tree of entries that only grows, and the leaf at which it continues.
 */
package dev.pawl.session;
