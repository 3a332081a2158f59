/**
 * Lists and searches sessions. {@link SessionList} returns a {@link SessionSummary} of each, from
 * {@code SummaryCache} where the file did not change.
 */
package dev.pawl.session.list;
