/**
 * Searches lines and files for grep and find. {@link Search} is the entry point, {@code Walk} visits the tree of
 * files, and {@code Ripgrep} searches where it is installed, {@code LinePattern} where it is not.
 */
package dev.pawl.tools.search;
