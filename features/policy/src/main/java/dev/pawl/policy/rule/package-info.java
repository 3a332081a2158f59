/**
 * Decides about tool calls. {@link Rules} holds the rules of a project, {@link Judge} applies them together with the
 * {@link dev.pawl.api.value.PermissionMode}, and {@link Verdict} is the result.
 */
package dev.pawl.policy.rule;
