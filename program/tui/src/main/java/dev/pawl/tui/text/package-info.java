/**
 * Measures, cuts and wraps text in columns of a terminal, and makes foreign text harmless. Begin with {@link Columns}
 * and {@link Lines}; everything from outside passes {@link Untrusted} and {@link SafeLine}.
 */
package dev.pawl.tui.text;
