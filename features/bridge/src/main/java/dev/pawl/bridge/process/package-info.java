/**
 * Starts, watches and restarts the Node process. {@link NodeProcess} is one run of it; {@link Presence} tells whether
 * the functions of an extension are available.
 */
package dev.pawl.bridge.process;
