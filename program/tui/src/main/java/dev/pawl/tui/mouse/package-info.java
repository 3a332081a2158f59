/** Reports of the mouse, and the text that it selects. */
package dev.pawl.tui.mouse;
