/**
 * Reports a conversation to those that show it or pass it on. {@link AgentEvent} is the sealed list of events,
 * {@link Listeners} calls the listeners in order, and {@link EventJson} writes events for clients.
 */
package dev.pawl.agent.event;
