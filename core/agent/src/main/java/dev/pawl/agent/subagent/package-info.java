/**
 * Runs an agent that works for a tool: a conversation in memory with the models, tools and gates of the session.
 * Begin with {@link Subagents}.
 */
package dev.pawl.agent.subagent;
