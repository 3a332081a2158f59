/**
 * Runs shell commands with limited access to files and network. {@link Sandbox} is the entry point, {@link Limits}
 * describes the access, and {@code Bubblewrap} and {@code Seatbelt} enforce it on Linux and macOS.
 */
package dev.pawl.policy.sandbox;
