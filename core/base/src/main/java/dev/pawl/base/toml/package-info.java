/** Reads TOML. {@link Toml} is the only entry point. */
package dev.pawl.base.toml;
