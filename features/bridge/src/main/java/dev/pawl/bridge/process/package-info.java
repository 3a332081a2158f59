/**
 * Starts, watches and restarts the Node process. {@link NodeProcess} is one run of it; {@link Presence} tells whether
 * the functions of an extension are available. While a process that ended is started again, gates of extensions wait
 * within their limit and then block.
 */
package dev.pawl.bridge.process;
