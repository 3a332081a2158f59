/**
 * The state of one open session: its messages as the model sees them, waiting messages, and the model in use.
 * {@link SessionCore} names the objects that all other parts share; {@link Recorder} takes messages into the
 * {@link Conversation}.
 */
package dev.pawl.agent.conversation;
