package dev.pawl.tui.component;

import dev.pawl.api.ui.Component;
import java.util.List;

/** A component that can be drawn in fewer lines than it takes where there is room. */
public interface Fitted extends Component {
    /** As {@link #render(int)}, in no more lines than these where that is possible; one item is always shown. */
    List<String> render(int width, int rows);

    @Override
    default List<String> render(int width) {
        return render(width, Integer.MAX_VALUE);
    }
}
