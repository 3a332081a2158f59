/**
 * Functions over the entries of a session. {@link Branch} finds the path to a leaf, {@link ContextSelection} and
 * {@link Projection} compute the messages that the model receives, and {@link Tree} shows all entries.
 */
package dev.pawl.session.tree;
