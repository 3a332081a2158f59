/**
 * The bundled hooks that limit an agent: permissions, sandbox, budget and checkpoints. {@link Policy} makes those
 * that the settings enable.
 */
package dev.pawl.policy;
