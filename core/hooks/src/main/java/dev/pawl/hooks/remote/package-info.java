/**
 * Handlers and tools that run in another process. {@link RemoteHandlers} is the interface that a bridge to such a
 * process implements.
 */
package dev.pawl.hooks.remote;
