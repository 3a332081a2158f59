/**
 * Backends of the Agent Hooks Protocol: programs and web services that authorise tool calls or watch them. Begin with {@link
 * dev.pawl.shellhooks.ahp.AhpHook}.
 */
@org.jspecify.annotations.NullMarked
package dev.pawl.shellhooks.ahp;
