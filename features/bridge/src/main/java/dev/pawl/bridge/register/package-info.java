/** Registers the contributions of an extension with the host. Begin with {@link Registrar}. */
package dev.pawl.bridge.register;
