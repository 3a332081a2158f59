/**
 * Opens, replaces and closes the session of an agent. {@code SessionAssembly} makes the parts of a session in order
 * and is their list, {@link SessionScope} holds them, {@code SessionContext} shows them to hooks, and
 * {@link SessionReplacement} replaces one session by another. The hooks of a session are bound to it by
 * {@code SessionBinding}.
 */
package dev.pawl.agent.session;
