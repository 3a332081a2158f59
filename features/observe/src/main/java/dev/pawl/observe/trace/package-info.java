/**
 * Stores the traces of hooks beside the file of a session. {@link TraceKeeper} writes them, {@link SessionTraces}
 * reads them, and {@link TraceLine} is one of them.
 */
package dev.pawl.observe.trace;
