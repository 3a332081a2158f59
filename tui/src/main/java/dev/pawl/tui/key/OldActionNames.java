package dev.pawl.tui.key;

import java.util.Map;

/** Names that actions had in older files of keys. */
final class OldActionNames {
    private static final Map<String, String> RENAMED = Map.ofEntries(
            Map.entry("newLine", "tui.input.newLine"),
            Map.entry("submit", "tui.input.submit"),
            Map.entry("tab", "tui.input.tab"),
            Map.entry("copy", "tui.input.copy"),
            Map.entry("selectUp", "tui.select.up"),
            Map.entry("selectDown", "tui.select.down"),
            Map.entry("selectPageUp", "tui.select.pageUp"),
            Map.entry("selectPageDown", "tui.select.pageDown"),
            Map.entry("selectConfirm", "tui.select.confirm"),
            Map.entry("selectCancel", "tui.select.cancel"),
            Map.entry("interrupt", "app.interrupt"),
            Map.entry("clear", "app.clear"),
            Map.entry("exit", "app.exit"),
            Map.entry("suspend", "app.suspend"),
            Map.entry("cycleThinkingLevel", "app.thinking.cycle"),
            Map.entry("cycleModelForward", "app.model.cycleForward"),
            Map.entry("cycleModelBackward", "app.model.cycleBackward"),
            Map.entry("selectModel", "app.model.select"),
            Map.entry("expandTools", "app.tools.expand"),
            Map.entry("toggleThinking", "app.thinking.toggle"),
            Map.entry("toggleSessionNamedFilter", "app.session.toggleNamedFilter"),
            Map.entry("externalEditor", "app.editor.external"),
            Map.entry("followUp", "app.message.followUp"),
            Map.entry("dequeue", "app.message.dequeue"),
            Map.entry("pasteImage", "app.clipboard.pasteImage"),
            Map.entry("newSession", "app.session.new"),
            Map.entry("tree", "app.session.tree"),
            Map.entry("fork", "app.session.fork"),
            Map.entry("resume", "app.session.resume"),
            Map.entry("treeFoldOrUp", "app.tree.foldOrUp"),
            Map.entry("treeUnfoldOrDown", "app.tree.unfoldOrDown"),
            Map.entry("treeEditLabel", "app.tree.editLabel"),
            Map.entry("treeToggleLabelTimestamp", "app.tree.toggleLabelTimestamp"),
            Map.entry("toggleSessionPath", "app.session.togglePath"),
            Map.entry("toggleSessionSort", "app.session.toggleSort"),
            Map.entry("renameSession", "app.session.rename"),
            Map.entry("deleteSession", "app.session.delete"),
            Map.entry("deleteSessionNoninvasive", "app.session.deleteNoninvasive"));

    private OldActionNames() {}

    /** The name of today; the actions of the editor only had theirs put behind a prefix. */
    static String current(String name) {
        if (name.indexOf('.') >= 0) {
            return name;
        }
        return RENAMED.getOrDefault(name, "tui.editor." + name);
    }
}
