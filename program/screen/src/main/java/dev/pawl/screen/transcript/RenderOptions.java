package dev.pawl.screen.transcript;

import dev.pawl.api.ui.MessageRenderer;
import dev.pawl.screen.look.Look;

/** How something of a hook's is to be drawn now. */
class RenderOptions implements MessageRenderer.Options {
    private final Look look;

    RenderOptions(Look look) {
        this.look = look;
    }

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
