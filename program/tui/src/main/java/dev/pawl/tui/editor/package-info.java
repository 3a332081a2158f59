/**
 * The text editor of the prompt. {@link Editor} has many lines and completion, {@link Input} has one line, and both
 * share {@code EditBuffer} and {@code EditKeys}.
 */
package dev.pawl.tui.editor;
