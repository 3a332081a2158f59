/**
 * Checks every tool call against rules and the permission mode, and asks the user where these do not decide.
 * {@link PermissionsHook} is the hook; {@link PermissionSettings} reads the rules.
 */
package dev.pawl.policy.permission;
