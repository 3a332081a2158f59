/**
 * Scales and converts images for models. Begin with {@link Images}; only {@code ImageScaler} needs
 * {@code java.desktop}.
 */
package dev.pawl.tools.image;
