/** Takes the values of secrets out of what a conversation is made of; {@link dev.pawl.agent.secret.Masking} does it. */
@org.jspecify.annotations.NullMarked
package dev.pawl.agent.secret;
