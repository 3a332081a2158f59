/**
 * Runs a session: at most one run at a time, from a prompt to the point at which nothing is left to do.
 * {@link Prompting} receives prompts, {@code RunQueue} orders the requests and knows the {@code Phase} of the
 * session, {@link SessionRuns} starts and ends runs, and {@code TurnLoop} is the loop of one run.
 */
package dev.pawl.agent.run;
