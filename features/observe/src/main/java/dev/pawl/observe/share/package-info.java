/**
 * Makes copies of sessions for others. {@link SharedCopy} makes a copy, and {@link Redaction} removes from it
 * whatever must not be shared.
 */
package dev.pawl.observe.share;
