package dev.pawl.api.ui;

/** Makes an editor in place of the ordinary one. */
@FunctionalInterface
public interface EditorFactory {
    EditorComponent create(Screen screen, Theme theme, Keybindings keys);

    /** A component that users write their prompts in. */
    interface EditorComponent extends Component {
        String text();

        void setText(String text);

        void onSubmit(java.util.function.Consumer<String> listener);
    }
}
