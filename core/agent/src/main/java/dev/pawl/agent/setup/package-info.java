/**
 * The types with which a program configures an agent and receives results from it. {@link AgentSetup} names the parts
 * of an agent; {@link Frontend} is the user or client at its other side.
 */
package dev.pawl.agent.setup;
