/**
 * Reads and edits the files that users write. {@link JsonFile} changes single values of a JSON file and keeps
 * everything else as it is written; {@link FrontMatter} separates the head of a Markdown file from its body. A
 * {@link Problem} reports text that cannot be used.
 */
package dev.pawl.config.text;
