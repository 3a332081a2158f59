package dev.pawl.tui.key;

import java.util.List;

/** The actions of editor, lists and screen. */
public final class TuiActions {
    private TuiActions() {}

    // format:off
    static final List<KeyAction> ALL = List.of(
            KeyAction.of("tui.editor.cursorUp", "up", "Move the cursor up"),
            KeyAction.of("tui.editor.cursorDown", "down", "Move the cursor down"),
            KeyAction.of("tui.editor.historyPrevious", "", "Take the previous text from the history"),
            KeyAction.of("tui.editor.historyNext", "", "Take the next text from the history"),
            KeyAction.of("tui.editor.cursorLeft", "left ctrl+b", "Move the cursor left"),
            KeyAction.of("tui.editor.cursorRight", "right ctrl+f", "Move the cursor right"),
            KeyAction.of("tui.editor.cursorWordLeft", "alt+left ctrl+left alt+b", "Move the cursor to the word before"),
            KeyAction.of("tui.editor.cursorWordRight", "alt+right ctrl+right alt+f", "Move the cursor past the next word"),
            KeyAction.of("tui.editor.cursorLineStart", "home ctrl+a", "Move the cursor to the start of the line"),
            KeyAction.of("tui.editor.cursorLineEnd", "end ctrl+e", "Move the cursor to the end of the line"),
            KeyAction.of("tui.editor.jumpForward", "ctrl+]", "Jump forward to a character"),
            KeyAction.of("tui.editor.jumpBackward", "ctrl+alt+]", "Jump back to a character"),
            KeyAction.of("tui.editor.pageUp", "pageUp ctrl+pageUp", "Move the cursor a page up"),
            KeyAction.of("tui.editor.pageDown", "pageDown ctrl+pageDown", "Move the cursor a page down"),
            KeyAction.of("tui.editor.deleteCharBackward", "backspace", "Delete the character before the cursor"),
            KeyAction.of("tui.editor.deleteCharForward", "delete ctrl+d", "Delete the character under the cursor"),
            KeyAction.of("tui.editor.deleteWordBackward", "ctrl+w alt+backspace", "Delete the word before the cursor"),
            KeyAction.of("tui.editor.deleteWordForward", "alt+d alt+delete", "Delete the word after the cursor"),
            KeyAction.of("tui.editor.deleteToLineStart", "ctrl+u", "Delete to the start of the line"),
            KeyAction.of("tui.editor.deleteToLineEnd", "ctrl+k", "Delete to the end of the line"),
            KeyAction.of("tui.editor.yank", "ctrl+y", "Put back what was deleted"),
            KeyAction.of("tui.editor.yankPop", "alt+y", "Put back what was deleted before that"),
            KeyAction.of("tui.editor.undo", "ctrl+- | win32:ctrl+z wsl:alt+z", "Undo"),
            KeyAction.of("tui.input.newLine", "shift+enter ctrl+j", "Begin a new line", "newLine"),
            KeyAction.of("tui.input.submit", "enter", "Send", "submit"),
            KeyAction.of("tui.input.tab", "tab", "Complete", "tab"),
            KeyAction.of("tui.input.copy", "ctrl+c", "Copy the selection", "copy"),
            KeyAction.of("tui.select.up", "up", "Move the selection up", "selectUp"),
            KeyAction.of("tui.select.down", "down", "Move the selection down", "selectDown"),
            KeyAction.of("tui.select.pageUp", "pageUp", "Move the selection a page up", "selectPageUp"),
            KeyAction.of("tui.select.pageDown", "pageDown", "Move the selection a page down", "selectPageDown"),
            KeyAction.of("tui.select.confirm", "enter", "Choose", "selectConfirm"),
            KeyAction.of("tui.select.cancel", "escape ctrl+c", "Choose nothing", "selectCancel"),
            KeyAction.of("tui.altScreen.pageUp", "pageUp", "Scroll a page up"),
            KeyAction.of("tui.altScreen.pageDown", "pageDown", "Scroll a page down"),
            KeyAction.of("tui.altScreen.halfPageUp", "", "Scroll half a page up"),
            KeyAction.of("tui.altScreen.halfPageDown", "", "Scroll half a page down"),
            KeyAction.of("tui.altScreen.lineUp", "", "Scroll a line up"),
            KeyAction.of("tui.altScreen.lineDown", "", "Scroll a line down"),
            KeyAction.of("tui.altScreen.previousPrompt", "ctrl+shift+up ctrl+up | win32:ctrl+up wsl:ctrl+up", "Scroll to the prompt before"),
            KeyAction.of("tui.altScreen.nextPrompt", "ctrl+shift+down ctrl+down | win32:ctrl+down wsl:ctrl+down", "Scroll to the next prompt"),
            KeyAction.of("tui.altScreen.search", "ctrl+shift+f | win32:ctrl+f wsl:ctrl+f", "Search the conversation"),
            KeyAction.of("tui.altScreen.searchNext", "enter ctrl+g", "Go to the next place found"),
            KeyAction.of("tui.altScreen.searchPrevious", "shift+enter ctrl+shift+g", "Go to the place found before"),
            KeyAction.of("tui.altScreen.searchClose", "escape", "End the search"),
            KeyAction.of("tui.altScreen.top", "ctrl+home", "Scroll to the beginning"),
            KeyAction.of("tui.altScreen.bottom", "ctrl+end", "Scroll to the end"));
    // format:on

    public static List<KeyAction> all() {
        return ALL;
    }
}
