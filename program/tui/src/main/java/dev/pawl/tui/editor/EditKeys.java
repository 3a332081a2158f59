package dev.pawl.tui.editor;

import dev.pawl.api.ui.Keybindings;
import dev.pawl.tui.key.Key;

/** The keys that change a text or move in its line: the same in one line and in many. */
final class EditKeys {
    private final Keybindings keys;

    EditKeys(Keybindings keys) {
        this.keys = keys;
    }

    /** Returns whether the key was one of these, and is done. */
    boolean handle(String data, EditBuffer buffer) {
        return move(data, buffer) || delete(data, buffer) || putBack(data, buffer);
    }

    private boolean is(String data, String action) {
        return keys.matches(data, "tui.editor." + action);
    }

    private boolean move(String data, EditBuffer buffer) {
        if (is(data, "cursorLeft")) {
            buffer.left();
        } else if (is(data, "cursorRight")) {
            buffer.right();
        } else if (is(data, "cursorWordLeft")) {
            buffer.wordLeft();
        } else if (is(data, "cursorWordRight")) {
            buffer.wordRight();
        } else if (is(data, "cursorLineStart")) {
            buffer.moveTo(buffer.lineStart());
        } else if (is(data, "cursorLineEnd")) {
            buffer.moveTo(buffer.lineEnd());
        } else {
            return false;
        }
        return true;
    }

    private boolean delete(String data, EditBuffer buffer) {
        if (is(data, "deleteCharBackward") || Key.matches(data, "shift+backspace")) {
            buffer.deleteBackward();
        } else if (is(data, "deleteCharForward") || Key.matches(data, "shift+delete")) {
            buffer.deleteForward();
        } else if (is(data, "deleteWordBackward")) {
            buffer.killWordBackward();
        } else if (is(data, "deleteWordForward")) {
            buffer.killWordForward();
        } else if (is(data, "deleteToLineStart")) {
            buffer.killToLineStart();
        } else if (is(data, "deleteToLineEnd")) {
            buffer.killToLineEnd();
        } else {
            return false;
        }
        return true;
    }

    private boolean putBack(String data, EditBuffer buffer) {
        if (is(data, "yank")) {
            buffer.yank();
        } else if (is(data, "yankPop")) {
            buffer.yankPop();
        } else if (is(data, "undo")) {
            buffer.undo();
        } else {
            return false;
        }
        return true;
    }
}
