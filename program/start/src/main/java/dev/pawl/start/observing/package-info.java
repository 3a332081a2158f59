/**
 * Switches on records that the settings ask for: traces, audit, telemetry, sharing. Their classes are not loaded
 * otherwise.
 */
package dev.pawl.start.observing;
