/**
 * Writes an audit file of tool calls and decisions in which each line has the hash of the line before it.
 * {@link AuditHook} collects them, {@link AuditLog} writes them, and {@link AuditCheck} checks a file.
 */
package dev.pawl.observe.audit;
