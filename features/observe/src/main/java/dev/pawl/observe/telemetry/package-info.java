/**
 * Sends spans, metrics and logs of a session to a collector by OTLP. {@link TelemetryHook} is the hook,
 * {@link TelemetrySettings} limits the content, and {@link OtlpSender} sends it.
 */
package dev.pawl.observe.telemetry;
