/** Builds the system prompt from its sections and from changes by hooks. Begin with {@link SystemPrompts}. */
package dev.pawl.agent.prompt;
