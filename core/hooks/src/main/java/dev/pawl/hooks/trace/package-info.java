/**
 * Records what handlers did to an event. {@link DispatchRecord} is written during a dispatch, {@link Trace} is the
 * result, and {@link TraceLog} keeps the latest ones.
 */
package dev.pawl.hooks.trace;
