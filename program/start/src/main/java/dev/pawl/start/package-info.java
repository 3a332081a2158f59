/**
 * Opens agents. {@link Wiring} reads as the list of parts: folders, settings, trust, hooks, tools, model and session;
 * {@link AgentStart} is the only way to open an agent, and {@link Closings} and {@link ProgramLife} close whatever
 * was opened.
 */
package dev.pawl.start;
