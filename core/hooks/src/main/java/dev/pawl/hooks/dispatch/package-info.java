/**
 * Calls the handlers of a hook point. {@link Engine} fires events for one session, and {@code Dispatch} takes one
 * event through its handlers: read both, in this order, to understand how hooks are called.
 */
package dev.pawl.hooks.dispatch;
