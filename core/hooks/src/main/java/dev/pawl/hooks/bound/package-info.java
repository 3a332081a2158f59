/**
 * Limits code of hooks in time. {@link Bounded} runs it on a separate thread, {@link HandlerClock} measures one call
 * of a handler, and {@link CarrierGuard} protects virtual threads from code that never blocks. Handlers run on
 * virtual threads, all other code of hooks on threads of the operating system.
 */
package dev.pawl.hooks.bound;
