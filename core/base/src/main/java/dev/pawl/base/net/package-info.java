/** The way to the network: proxies, and whose certificates are trusted. */
@org.jspecify.annotations.NullMarked
package dev.pawl.base.net;
