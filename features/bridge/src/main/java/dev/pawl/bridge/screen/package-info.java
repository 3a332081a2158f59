/** Shows components on the screen that extensions draw in Node. Begin with {@link Screens}. */
package dev.pawl.bridge.screen;
