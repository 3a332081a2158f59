/**
 * Runs hooks written in TypeScript or JavaScript in one Node process. {@link NodeBridge} loads them and starts the
 * process, {@code NodeHook} installs one extension as an ordinary hook, and {@code NodeHandlers} sends an event to
 * all handlers that follow each other in one message. Neither side polls, and no stream of the model waits for an
 * extension.
 */
package dev.pawl.bridge;
