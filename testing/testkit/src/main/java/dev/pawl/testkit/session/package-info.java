/** Checks places where sessions are kept. {@link SessionLinesCheck} is all of it. */
package dev.pawl.testkit.session;
