/**
 * The messages of a conversation. {@link Message} is the sealed type; {@link Content} is one block of a message, and
 * {@link StreamDelta} one step of an answer that is still streaming.
 */
package dev.pawl.api.message;
