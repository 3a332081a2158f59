package dev.pawl.tui.screen;

import dev.pawl.api.ui.Component;

/** A component that does something when it is clicked. Line and column are counted from its upper left corner. */
public interface Clickable extends Component {
    /** Returns whether the click was meant for it. */
    boolean click(int line, int column);
}
