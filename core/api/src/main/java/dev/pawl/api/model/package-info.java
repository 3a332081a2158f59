/**
 * Models and requests to them, as hooks see them. {@link ModelRegistry} finds models and asks them; a hook adds a
 * provider with a {@link ProviderConfig}.
 */
package dev.pawl.api.model;
