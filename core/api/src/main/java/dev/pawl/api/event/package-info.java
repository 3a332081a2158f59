/**
 * The events of all hook points: immutable records whose methods return the answers that a handler may give, such as
 * {@code call.block("…")}. The points themselves are listed in {@code HookPoints}.
 */
package dev.pawl.api.event;
