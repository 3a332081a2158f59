/**
 * Follows sessions of a fleet from outside of their process. {@link Following} reads the log, {@link FleetQuestions}
 * answers questions, and {@link PrintedSession} prints a session.
 */
package dev.pawl.serve.attach;
