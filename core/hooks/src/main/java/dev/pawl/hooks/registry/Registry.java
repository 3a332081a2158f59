package dev.pawl.hooks.registry;

import dev.pawl.api.Command;
import dev.pawl.api.Flag;
import dev.pawl.api.Shortcut;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.api.ui.MessageRenderer;
import dev.pawl.api.value.McpServer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The contributions of one hook besides handlers, a table for each kind.
 *
 * @param entryTypes the session entry types that the hook owns, with the records that they are read into
 * @param modelOverrides the fields that the hook changes, by provider, then by the ids of its models
 * @param virtualModels the virtual models, by provider and id
 * @param markdown the one transformer that a hook may have, without a name
 */
public record Registry(
        Contributed<Tool> tools,
        Contributed<Command> commands,
        Contributed<Shortcut> shortcuts,
        Contributed<Flag> flags,
        Contributed<Class<? extends Record>> entryTypes,
        Contributed<MessageRenderer> messageRenderers,
        Contributed<MessageRenderer.ForEntry> entryRenderers,
        Contributed<ToolRenderer.Resolver> toolRenderers,
        Contributed<UnaryOperator<SpawnRequest>> spawnHooks,
        Contributed<MarkdownTransformer> markdown,
        Contributed<ProviderConfig> providers,
        Contributed<JsonObject> modelOverrides,
        Contributed<VirtualModel> virtualModels,
        Contributed<McpServer> mcpServers) {

    /** The kinds of contributions besides handlers of which others keep tables. */
    public enum Kind {
        TOOL,
        COMMAND,
        SHORTCUT,
        MODEL,
        SERVER
    }

    /** @param changed receives the kind of what was registered or removed, if others keep tables of it */
    Registry(Consumer<Kind> changed) {
        this(
                new Contributed<>(() -> changed.accept(Kind.TOOL)),
                new Contributed<>(() -> changed.accept(Kind.COMMAND)),
                new Contributed<>(() -> changed.accept(Kind.SHORTCUT)),
                new Contributed<>(() -> {}),
                new Contributed<>(() -> {}),
                new Contributed<>(() -> {}),
                new Contributed<>(() -> {}),
                new Contributed<>(() -> {}),
                new Contributed<>(() -> {}),
                new Contributed<>(() -> {}),
                new Contributed<>(() -> changed.accept(Kind.MODEL)),
                new Contributed<>(() -> changed.accept(Kind.MODEL)),
                new Contributed<>(() -> changed.accept(Kind.MODEL)),
                new Contributed<>(() -> changed.accept(Kind.SERVER)));
    }

    public @Nullable MarkdownTransformer markdownTransformer() {
        return markdown.get("");
    }

    void clear() {
        List.of(
                        tools,
                        commands,
                        shortcuts,
                        flags,
                        entryTypes,
                        messageRenderers,
                        entryRenderers,
                        toolRenderers,
                        spawnHooks,
                        markdown,
                        providers,
                        modelOverrides,
                        virtualModels,
                        mcpServers)
                .forEach(Contributed::clear);
    }
}
