package dev.pawl.tui.screen;

import dev.pawl.api.ui.Component;

/** A component that knows which of its lines stayed: long texts that grow at their end. */
public interface Growing extends Component {
    /** How many leading lines of the last drawing are the same, object by object, as in the one before it. */
    int unchangedLines();

    /** How many leading lines of the last drawing stay as they are, however the text continues. */
    default int settledLines() {
        return 0;
    }
}
