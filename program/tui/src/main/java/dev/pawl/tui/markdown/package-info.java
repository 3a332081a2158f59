/**
 * Draws Markdown. {@link Markdown} is the component, which reads only its last open block again while it grows;
 * {@code CodeHighlighter} colours code.
 */
package dev.pawl.tui.markdown;
