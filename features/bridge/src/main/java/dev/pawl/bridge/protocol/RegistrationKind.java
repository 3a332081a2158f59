package dev.pawl.bridge.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of what extensions register: names on the wire and fields, those that may be absent with a question mark. */
public enum RegistrationKind {
    ON("on", "name", "function", "onFailure?"),
    TOOL("tool", "function", "prepare?", "loadout?", "renderCall?", "renderResult?", "renderShell", "tool"),
    COMMAND("command", "name", "description", "function", "complete?"),
    SHORTCUT("shortcut", "key", "description", "function"),
    FLAG("flag", "name", "description", "type", "default?"),
    MESSAGE_RENDERER("messageRenderer", "type", "function"),
    ENTRY_RENDERER("entryRenderer", "type", "function"),
    ENTRY_TYPE("entryType", "type", "quietly?"),
    TOOL_RENDERER("toolRenderer", "function"),
    MARKDOWN("markdown", "function"),
    PROVIDER("provider", "name", "config", "stream?", "oauth?"),
    REMOVE_PROVIDER("removeProvider", "name"),
    MODEL_OVERRIDE("modelOverride", "provider", "id", "fields"),
    VIRTUAL_MODEL("virtualModel", "model", "function"),
    REMOVE_VIRTUAL_MODEL("removeVirtualModel", "provider", "id"),
    MCP("mcp", "name", "config"),
    REMOVE_MCP("removeMcp", "name"),
    BUS("bus", "channel", "function");

    private final String wire;

    @SuppressWarnings("ImmutableEnumChecker") // A list that cannot be changed.
    private final List<String> fields;

    RegistrationKind(String wire, String... fields) {
        this.wire = wire;
        this.fields = List.of(fields);
    }

    /** The name in the field {@code kind}. */
    public String wire() {
        return wire;
    }

    /** The fields beside {@code kind}. */
    public List<String> fields() {
        return fields;
    }

    /** The kind of a name; null if there is none. */
    public static @Nullable RegistrationKind find(@Nullable String wire) {
        for (var kind : values()) {
            if (kind.wire.equals(wire)) {
                return kind;
            }
        }
        return null;
    }
}
