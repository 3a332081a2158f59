/** Writes sessions and traces as HTML pages and Markdown. Begin with {@link SessionExport}. */
package dev.pawl.observe.page;
