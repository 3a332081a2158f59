/** The tools of this machine. {@link LocalTools} makes them; the packages below implement them. */
package dev.pawl.tools;
