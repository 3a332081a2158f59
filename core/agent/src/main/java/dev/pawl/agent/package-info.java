/**
 * Runs conversations: the entry points for programs that embed an agent. {@link Pawl} holds the parts that the agents
 * of a program share, {@link AgentBuilder} puts one agent together, and {@link Agent} takes prompts. A prompt
 * continues in {@code Prompting} and {@code TurnLoop} of the package {@code run}.
 */
package dev.pawl.agent;
