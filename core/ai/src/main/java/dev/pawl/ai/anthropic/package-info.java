/**
 * The Messages API of Anthropic. {@link AnthropicMessages} implements the wire, {@code RequestBody} writes a request,
 * and {@code MessageStream} reads the answer.
 */
package dev.pawl.ai.anthropic;
