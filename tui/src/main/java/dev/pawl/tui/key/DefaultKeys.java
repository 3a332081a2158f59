package dev.pawl.tui.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The actions, the keys they have unless the person says otherwise, and what they do. */
final class DefaultKeys {
    private DefaultKeys() {}

    /** An action with its keys. */
    record Action(String id, List<String> keys, String description) {}

    // format:off
    private static final String[] TABLE = {
        "tui.editor.cursorUp", "up", "Move the cursor up",
        "tui.editor.cursorDown", "down", "Move the cursor down",
        "tui.editor.historyPrevious", "", "Take the previous text from the history",
        "tui.editor.historyNext", "", "Take the next text from the history",
        "tui.editor.cursorLeft", "left ctrl+b", "Move the cursor left",
        "tui.editor.cursorRight", "right ctrl+f", "Move the cursor right",
        "tui.editor.cursorWordLeft", "alt+left ctrl+left alt+b", "Move the cursor to the word before",
        "tui.editor.cursorWordRight", "alt+right ctrl+right alt+f", "Move the cursor past the next word",
        "tui.editor.cursorLineStart", "home ctrl+home ctrl+a", "Move the cursor to the start of the line",
        "tui.editor.cursorLineEnd", "end ctrl+end ctrl+e", "Move the cursor to the end of the line",
        "tui.editor.jumpForward", "ctrl+]", "Jump forward to a character",
        "tui.editor.jumpBackward", "ctrl+alt+]", "Jump back to a character",
        "tui.editor.pageUp", "pageUp ctrl+pageUp", "Move the cursor a page up",
        "tui.editor.pageDown", "pageDown ctrl+pageDown", "Move the cursor a page down",
        "tui.editor.deleteCharBackward", "backspace", "Delete the character before the cursor",
        "tui.editor.deleteCharForward", "delete ctrl+d", "Delete the character under the cursor",
        "tui.editor.deleteWordBackward", "ctrl+w alt+backspace", "Delete the word before the cursor",
        "tui.editor.deleteWordForward", "alt+d alt+delete", "Delete the word after the cursor",
        "tui.editor.deleteToLineStart", "ctrl+u", "Delete to the start of the line",
        "tui.editor.deleteToLineEnd", "ctrl+k", "Delete to the end of the line",
        "tui.editor.yank", "ctrl+y", "Put back what was deleted",
        "tui.editor.yankPop", "alt+y", "Put back what was deleted before that",
        "tui.editor.undo", "ctrl+- | win32:ctrl+z wsl:alt+z", "Undo",
        "tui.input.newLine", "shift+enter ctrl+j", "Begin a new line",
        "tui.input.submit", "enter", "Send",
        "tui.input.tab", "tab", "Complete",
        "tui.input.copy", "ctrl+c", "Copy the selection",
        "tui.select.up", "up", "Move the selection up",
        "tui.select.down", "down", "Move the selection down",
        "tui.select.pageUp", "pageUp", "Move the selection a page up",
        "tui.select.pageDown", "pageDown", "Move the selection a page down",
        "tui.select.confirm", "enter", "Choose",
        "tui.select.cancel", "escape ctrl+c", "Choose nothing",
        "tui.altScreen.pageUp", "pageUp", "Scroll a page up",
        "tui.altScreen.pageDown", "pageDown", "Scroll a page down",
        "tui.altScreen.halfPageUp", "", "Scroll half a page up",
        "tui.altScreen.halfPageDown", "", "Scroll half a page down",
        "tui.altScreen.lineUp", "", "Scroll a line up",
        "tui.altScreen.lineDown", "", "Scroll a line down",
        "tui.altScreen.previousPrompt", "ctrl+shift+up ctrl+up | win32:ctrl+up wsl:ctrl+up", "Scroll to the prompt before",
        "tui.altScreen.nextPrompt", "ctrl+shift+down ctrl+down | win32:ctrl+down wsl:ctrl+down", "Scroll to the next prompt",
        "tui.altScreen.search", "ctrl+shift+f | win32:ctrl+f wsl:ctrl+f", "Search what was said",
        "tui.altScreen.searchNext", "enter ctrl+g", "Go to the next place found",
        "tui.altScreen.searchPrevious", "shift+enter ctrl+shift+g", "Go to the place found before",
        "tui.altScreen.searchClose", "escape", "End the search",
        "tui.altScreen.top", "home", "Scroll to the beginning",
        "tui.altScreen.bottom", "end", "Scroll to the end",
        "app.interrupt", "escape", "Abort what is going on",
        "app.clear", "ctrl+c", "Clear the editor",
        "app.exit", "ctrl+d", "Leave, if the editor is empty",
        "app.suspend", "ctrl+z | win32:", "Stop and go back to the shell",
        "app.thinking.cycle", "shift+tab", "Next level of thinking",
        "app.thinking.save", "ctrl+s", "Keep the level of thinking",
        "app.model.cycleForward", "ctrl+p", "Next model",
        "app.model.cycleBackward", "shift+ctrl+p | win32:alt+p wsl:alt+p", "Previous model",
        "app.model.select", "ctrl+l", "Choose a model",
        "app.tools.expand", "ctrl+o", "Unfold what tools say",
        "app.thinking.toggle", "ctrl+t", "Unfold thinking",
        "app.session.toggleNamedFilter", "ctrl+n", "Show only sessions with a name",
        "app.editor.external", "ctrl+g", "Write in an editor of your own",
        "app.message.copy", "ctrl+x", "Copy the selection or the last answer",
        "app.message.followUp", "alt+enter | win32:ctrl+q wsl:ctrl+q", "Send when the present work is done",
        "app.message.dequeue", "alt+up | win32:alt+q wsl:alt+q", "Take waiting messages back",
        "app.clipboard.pasteImage", "ctrl+v | win32:alt+v wsl:alt+v", "Paste an image, or else text",
        "app.session.new", "", "Begin a new session",
        "app.session.tree", "", "Show the tree of the session",
        "app.session.fork", "", "Fork the session",
        "app.session.resume", "", "Go on with another session",
        "app.tree.foldOrUp", "ctrl+left alt+left | darwin:alt+left,ctrl+left", "Fold a branch, or go up",
        "app.tree.unfoldOrDown", "ctrl+right alt+right | darwin:alt+right,ctrl+right", "Unfold a branch, or go down",
        "app.tree.editLabel", "shift+l", "Write a label",
        "app.tree.toggleLabelTimestamp", "shift+t", "Show when labels were written",
        "app.session.togglePath", "ctrl+p", "Show where sessions are kept",
        "app.session.toggleSort", "ctrl+s", "Sort sessions another way",
        "app.session.rename", "ctrl+r", "Rename a session",
        "app.session.delete", "ctrl+d", "Delete a session",
        "app.session.deleteNoninvasive", "ctrl+backspace", "Delete a session, if nothing is searched for",
        "app.models.save", "ctrl+s", "Keep the choice of models",
        "app.models.enableAll", "ctrl+a", "Use all models",
        "app.models.clearAll", "ctrl+x", "Use no model",
        "app.models.toggleProvider", "ctrl+p", "Use all models of a provider, or none",
        "app.models.reorderUp", "alt+up", "Move a model up",
        "app.models.reorderDown", "alt+down", "Move a model down",
        "app.tree.filter.default", "ctrl+d", "Tree: the usual view",
        "app.tree.filter.noTools", "ctrl+t", "Tree: without tools",
        "app.tree.filter.userOnly", "ctrl+u", "Tree: only what people said",
        "app.tree.filter.labeledOnly", "ctrl+l", "Tree: only what has a label",
        "app.tree.filter.all", "ctrl+a", "Tree: everything",
        "app.tree.filter.cycleForward", "ctrl+o", "Tree: next view",
        "app.tree.filter.cycleBackward", "shift+ctrl+o", "Tree: previous view",
    };
    // format:on

    /** The name of this platform in the table: win32, wsl, darwin or none. */
    static String platform(String os, Map<String, String> environment) {
        if (os.startsWith("Windows")) {
            return "win32";
        }
        if (os.startsWith("Mac")) {
            return "darwin";
        }
        return environment.containsKey("WSL_DISTRO_NAME") || environment.containsKey("WSL_INTEROP") ? "wsl" : "";
    }

    static List<Action> on(String platform) {
        var actions = new ArrayList<Action>(TABLE.length / 3);
        for (int i = 0; i < TABLE.length; i += 3) {
            actions.add(new Action(TABLE[i], keys(TABLE[i + 1], platform), TABLE[i + 2]));
        }
        return actions;
    }

    private static List<String> keys(String cell, String platform) {
        int bar = cell.indexOf(" | ");
        if (bar < 0) {
            return words(cell, ' ');
        }
        for (var other : words(cell.substring(bar + 3), ' ')) {
            int colon = other.indexOf(':');
            if (other.substring(0, colon).equals(platform)) {
                return words(other.substring(colon + 1), ',');
            }
        }
        return words(cell.substring(0, bar), ' ');
    }

    private static List<String> words(String text, char separator) {
        if (text.isEmpty()) {
            return List.of();
        }
        var words = new ArrayList<String>(2);
        int from = 0;
        for (int end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, from)) {
            words.add(text.substring(from, end));
            from = end + 1;
        }
        words.add(text.substring(from));
        return words;
    }
}
