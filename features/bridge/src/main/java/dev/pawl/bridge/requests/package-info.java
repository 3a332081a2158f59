/**
 * Answers the requests of extensions, by method. Begin with {@link Requests}; {@code SyncDeadline} bounds those for
 * which Node blocks.
 */
package dev.pawl.bridge.requests;
