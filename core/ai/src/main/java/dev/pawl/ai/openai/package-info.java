/**
 * The two APIs of OpenAI, and their variants at other providers. {@link OpenAiCompletions} and
 * {@link OpenAiResponses} implement the wire; {@code Dialect} and {@code Vendor} describe how providers of chat
 * completions differ.
 */
package dev.pawl.ai.openai;
