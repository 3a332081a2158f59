/**
 * Sends prompts to an agent, prints the answer, and ends. {@link AgentRun} is one run, {@code PrintMode} prints text,
 * and {@code JsonMode} prints events.
 */
package dev.pawl.serve.print;
