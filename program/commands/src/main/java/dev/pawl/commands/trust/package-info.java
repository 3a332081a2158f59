/**
 * Shows and changes the trust in projects, and explains the rules for a command line: {@link TrustCommands} and
 * {@link PolicyCommand}.
 */
package dev.pawl.commands.trust;
