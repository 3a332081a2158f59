/** The terminal: keys in, lines out; it knows nothing of models. */
@org.jspecify.annotations.NullMarked
module dev.pawl.tui {
    requires transitive dev.pawl.api;
    requires dev.pawl.base;
    requires static java.desktop;
    requires org.commonmark;
    requires org.commonmark.ext.gfm.strikethrough;
    requires org.commonmark.ext.gfm.tables;
    requires org.jline.nativ;
    requires org.jline.terminal;

    exports dev.pawl.tui.component;
    exports dev.pawl.tui.text;
    exports dev.pawl.tui.editor;
    exports dev.pawl.tui.key;
    exports dev.pawl.tui.markdown;
    exports dev.pawl.tui.mouse;
    exports dev.pawl.tui.screen;
    exports dev.pawl.tui.terminal;
    exports dev.pawl.tui.theme;
}
