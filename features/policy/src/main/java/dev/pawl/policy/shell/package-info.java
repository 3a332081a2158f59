/** Parses bash scripts. {@link Script} is the result: every simple command that a script may run, at any depth. */
package dev.pawl.policy.shell;
