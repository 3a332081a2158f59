package dev.pawl.hooks.registry;

import dev.pawl.api.Command;
import dev.pawl.api.Flag;
import dev.pawl.api.Shortcut;
import dev.pawl.api.VirtualModel;
import dev.pawl.api.model.ProviderConfig;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.api.ui.MessageRenderer;
import dev.pawl.api.value.McpServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What one hook brings besides handlers. A name registered again replaces the hook's own earlier one. */
public final class Registry {
    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final Map<String, Command> commands = new LinkedHashMap<>();
    private final Map<String, Shortcut> shortcuts = new LinkedHashMap<>();
    private final Map<String, Flag> flags = new LinkedHashMap<>();
    private final Map<String, Class<? extends Record>> entryTypes = new LinkedHashMap<>();
    private final Map<String, MessageRenderer> messageRenderers = new LinkedHashMap<>();
    private final Map<String, MessageRenderer.ForEntry> entryRenderers = new LinkedHashMap<>();
    private final Map<String, ProviderConfig> providers = new LinkedHashMap<>();
    private final Map<String, VirtualModel> virtualModels = new LinkedHashMap<>();
    private final Map<String, McpServer> mcpServers = new LinkedHashMap<>();
    private final List<ToolRenderer.Resolver> toolRenderers = new ArrayList<>();
    private final List<UnaryOperator<SpawnRequest>> spawnHooks = new ArrayList<>();
    private @Nullable MarkdownTransformer markdownTransformer;

    public synchronized List<Tool> tools() {
        return List.copyOf(tools.values());
    }

    public synchronized List<Command> commands() {
        return List.copyOf(commands.values());
    }

    public synchronized List<Shortcut> shortcuts() {
        return List.copyOf(shortcuts.values());
    }

    public synchronized List<Flag> flags() {
        return List.copyOf(flags.values());
    }

    public synchronized @Nullable Flag flag(String name) {
        return flags.get(name);
    }

    /** Returns the session entry types the hook owns, with the records they are read into. */
    public synchronized Map<String, Class<? extends Record>> entryTypes() {
        return Map.copyOf(entryTypes);
    }

    public synchronized @Nullable MessageRenderer messageRenderer(String customType) {
        return messageRenderers.get(customType);
    }

    public synchronized MessageRenderer.@Nullable ForEntry entryRenderer(String customType) {
        return entryRenderers.get(customType);
    }

    public synchronized Map<String, ProviderConfig> providers() {
        return Map.copyOf(providers);
    }

    public synchronized List<VirtualModel> virtualModels() {
        return List.copyOf(virtualModels.values());
    }

    public synchronized List<McpServer> mcpServers() {
        return List.copyOf(mcpServers.values());
    }

    public synchronized List<ToolRenderer.Resolver> toolRenderers() {
        return List.copyOf(toolRenderers);
    }

    public synchronized List<UnaryOperator<SpawnRequest>> spawnHooks() {
        return List.copyOf(spawnHooks);
    }

    public synchronized @Nullable MarkdownTransformer markdownTransformer() {
        return markdownTransformer;
    }

    public synchronized void add(Tool tool) {
        tools.put(tool.name(), tool);
    }

    public synchronized void add(Command command) {
        commands.put(command.name(), command);
    }

    public synchronized void add(Shortcut shortcut) {
        shortcuts.put(shortcut.key(), shortcut);
    }

    public synchronized void add(Flag flag) {
        flags.put(flag.name(), flag);
    }

    public synchronized void addEntryType(String type, Class<? extends Record> data) {
        entryTypes.put(type, data);
    }

    public synchronized void addMessageRenderer(String customType, MessageRenderer renderer) {
        messageRenderers.put(customType, renderer);
    }

    public synchronized void addEntryRenderer(String customType, MessageRenderer.ForEntry renderer) {
        entryRenderers.put(customType, renderer);
    }

    public synchronized void add(ToolRenderer.Resolver resolver) {
        toolRenderers.add(resolver);
    }

    public synchronized void add(UnaryOperator<SpawnRequest> spawnHook) {
        spawnHooks.add(spawnHook);
    }

    public synchronized void set(MarkdownTransformer transformer) {
        markdownTransformer = transformer;
    }

    public synchronized void addProvider(String name, ProviderConfig provider) {
        providers.put(name, provider);
    }

    public synchronized void removeProvider(String name) {
        providers.remove(name);
    }

    public synchronized void add(VirtualModel model) {
        virtualModels.put(model.provider() + "/" + model.id(), model);
    }

    public synchronized void removeVirtualModel(String reference) {
        virtualModels.remove(reference);
    }

    public synchronized void add(McpServer server) {
        mcpServers.put(server.name(), server);
    }

    public synchronized void removeMcpServer(String name) {
        mcpServers.remove(name);
    }

    synchronized void clear() {
        tools.clear();
        commands.clear();
        shortcuts.clear();
        flags.clear();
        entryTypes.clear();
        messageRenderers.clear();
        entryRenderers.clear();
        toolRenderers.clear();
        spawnHooks.clear();
        providers.clear();
        virtualModels.clear();
        mcpServers.clear();
        markdownTransformer = null;
    }
}
