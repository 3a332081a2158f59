/**
 * The Converse API of Amazon Bedrock. {@link BedrockConverse} implements the wire, {@code ConverseBody} writes a
 * request, and {@code ConverseReader} reads the answer.
 */
package dev.pawl.ai.bedrock;
