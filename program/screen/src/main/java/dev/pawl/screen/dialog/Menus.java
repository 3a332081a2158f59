package dev.pawl.screen.dialog;

import dev.pawl.api.ui.Component;
import dev.pawl.screen.look.Hints;
import dev.pawl.screen.look.Look;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens the program's own menus in the editor's place, and waits for what is chosen. */
public final class Menus {
    private final Look look;
    private final Dialogs dialogs;

    public Menus(Look look, Dialogs dialogs) {
        this.look = look;
        this.dialogs = dialogs;
    }

    /** Creates a component that ends by returning what was chosen. */
    @FunctionalInterface
    public interface Maker<T> {
        Component make(Consumer<@Nullable T> done);
    }

    public <T> Optional<T> open(String title, String text, String hints, Maker<T> maker) throws InterruptedException {
        return ask(done -> dialogs.framed(title, text, maker.make(done), hints, null));
    }

    /** As {@link #open}, for a list that has no margin of its own. */
    public <T> Optional<T> openList(String title, String text, String hints, Maker<T> maker)
            throws InterruptedException {
        return ask(done ->
                dialogs.framed(title, text, maker.make(done), hints, null).list());
    }

    private <T> Optional<T> ask(Function<Consumer<@Nullable T>, Framed> framed) throws InterruptedException {
        return dialogs.ask(
                Dialogs.Kind.COMPONENT, false, null, done -> framed.apply(done).menu());
    }

    public <T> Optional<T> pick(String title, List<T> items, @Nullable T current, Function<T, Picker.Line> lines)
            throws InterruptedException {
        return open(title, "", hints(""), done -> new Picker<>(look, items, visible(), lines, done).select(current));
    }

    /** As many items as a menu shows at once where the screen has room for them. */
    public int visible() {
        return Math.clamp(look.tui.rows() - 12, 4, 15);
    }

    /** The keys of every menu, with those of this one. */
    public String hints(String more) {
        var keys = look.keys;
        return Hints.of(keys.text("tui.select.confirm") + " choose", keys.text("tui.select.cancel") + " cancel", more);
    }
}
