package dev.pawl.app.interactive;

import dev.pawl.api.ui.MessageRenderer;

/** How a row of a hook's is to be drawn now. */
record RenderOptions(Look look) implements MessageRenderer.Options {
    @Override
    public boolean expanded() {
        return look.toolsExpanded;
    }

    @Override
    public int outputPad() {
        return look.outputPad;
    }

    @Override
    public String keyText(String keyId) {
        return look.keys.text(keyId);
    }

    @Override
    public String keyHint(String keyId, String description) {
        return look.hint(keyId, description);
    }
}
