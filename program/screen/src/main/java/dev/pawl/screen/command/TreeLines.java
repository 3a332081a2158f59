package dev.pawl.screen.command;

import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.TreeNode;
import dev.pawl.config.settings.Choices;
import dev.pawl.screen.look.Figures;
import dev.pawl.tui.text.Untrusted;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A session's tree as lines: a conversation goes straight down, and only where it parts do lines move to the right, the
 * current branch first.
 *
 * <p>Conversations are deep, so nothing here calls itself.
 */
final class TreeLines {
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, String> toolNames = new HashMap<>();
    private final Choices.TreeFilter filter;
    private final @Nullable String leaf;
    private final Set<String> onBranch;
    private final BiPredicate<String, String> search;

    /**
     * An entry that is shown.
     *
     * @param lead the connectors to what is above it
     * @param labelled when its label was written
     * @param parts whether something follows, which can be folded
     */
    record Line(
            String id,
            String text,
            @Nullable String label,
            @Nullable Instant labelled,
            String lead,
            boolean parts,
            Kind kind) {}

    /** The role of the message. */
    enum Kind {
        USER,
        ASSISTANT,
        TOOL,
        OTHER
    }

    private TreeLines(
            Choices.TreeFilter filter,
            @Nullable String leaf,
            Set<String> onBranch,
            BiPredicate<String, String> search) {
        this.filter = filter;
        this.leaf = leaf;
        this.onBranch = onBranch;
        this.search = search;
    }

    /**
     * The lines of a tree.
     *
     * @param onBranch the ids of the current branch
     * @param search whether an entry is looked for, by its label (empty if it has none) and its text
     */
    static List<Line> of(
            List<TreeNode> roots,
            Choices.TreeFilter filter,
            Set<String> folded,
            @Nullable String leaf,
            Set<String> onBranch,
            BiPredicate<String, String> search) {
        var tree = new TreeLines(filter, leaf, onBranch, search);
        tree.build(roots, folded);
        return tree.lines;
    }

    /**
     * A node that is to be drawn.
     *
     * @param lead what its line begins with
     * @param below what lines below it begin with
     */
    private record Step(TreeNode node, String lead, String below) {}

    private void build(List<TreeNode> roots, Set<String> folded) {
        var stack = new ArrayDeque<Step>();
        push(shown(roots), "", stack);
        while (!stack.isEmpty()) {
            var step = stack.pop();
            var entry = step.node().entry();
            var children = shown(step.node().children());
            lines.add(new Line(
                    entry.id(),
                    text(entry),
                    step.node().label(),
                    step.node().labelTimestamp(),
                    step.lead(),
                    !children.isEmpty(),
                    kind(entry)));
            if (!folded.contains(entry.id())) {
                push(children, step.below(), stack);
            }
        }
    }

    private static void push(List<TreeNode> nodes, String below, ArrayDeque<Step> stack) {
        if (nodes.size() == 1) {
            stack.push(new Step(nodes.getFirst(), below, below));
            return;
        }
        for (int i = nodes.size() - 1; i >= 0; i--) {
            boolean last = i == nodes.size() - 1;
            stack.push(new Step(nodes.get(i), below + (last ? "└─ " : "├─ "), below + (last ? "   " : "│  ")));
        }
    }

    /** The nodes that are shown in the place of these: those that are not give way to what hangs below them. */
    private List<TreeNode> shown(List<TreeNode> nodes) {
        var result = new ArrayList<TreeNode>();
        var stack = new ArrayDeque<TreeNode>();
        nodes.reversed().forEach(stack::push);
        while (!stack.isEmpty()) {
            var node = stack.pop();
            remember(node.entry());
            if (isShown(node)) {
                result.add(node);
            } else {
                node.children().reversed().forEach(stack::push);
            }
        }
        result.sort(Comparator.comparing(node -> !onBranch.contains(node.entry().id())));
        return result;
    }

    private void remember(Entry entry) {
        if (entry instanceof Entry.MessageEntry stored && stored.message() instanceof Message.Assistant answer) {
            answer.toolCalls().forEach(call -> toolNames.put(call.id(), describe(call)));
        }
    }

    private boolean isShown(TreeNode node) {
        var entry = node.entry();
        boolean shown = switch (filter) {
            case ALL -> true;
            case LABELED_ONLY -> node.label() != null;
            case USER_ONLY -> kind(entry) == Kind.USER;
            case NO_TOOLS -> isConversation(entry) && kind(entry) != Kind.TOOL;
            case DEFAULT -> isConversation(entry);
        };
        var label = node.label();
        return shown && search.test(label == null ? "" : label, text(entry));
    }

    private boolean isConversation(Entry entry) {
        if (entry instanceof Entry.MessageEntry stored) {
            if (stored.message() instanceof Message.Assistant answer) {
                return !answer.text().isBlank() || entry.id().equals(leaf);
            }
            return !(stored.message() instanceof Message.SystemPrompt);
        }
        return entry instanceof Entry.CustomMessage
                || entry instanceof Entry.Compaction
                || entry instanceof Entry.BranchSummary;
    }

    private static Kind kind(Entry entry) {
        if (entry instanceof Entry.MessageEntry stored) {
            return switch (stored.message()) {
                case Message.User _ -> Kind.USER;
                case Message.Assistant _ -> Kind.ASSISTANT;
                case Message.ToolResult _, Message.BashExecution _ -> Kind.TOOL;
                case Message.SystemPrompt _,
                        Message.Custom _,
                        Message.BranchSummary _,
                        Message.CompactionSummary _,
                        Message.Other _ -> Kind.OTHER;
            };
        }
        return Kind.OTHER;
    }

    private String text(Entry entry) {
        var text = switch (entry) {
            case Entry.MessageEntry stored -> text(stored.message());
            case Entry.CustomMessage custom ->
                "[" + custom.customType() + "] " + custom.content().text();
            case Entry.Compaction compaction ->
                "[compaction of " + Figures.tokens(compaction.tokensBefore()) + " tokens]";
            case Entry.BranchSummary branch -> "[branch summary] " + branch.summary();
            case Entry.ModelChange change -> "[model " + change.provider() + "/" + change.modelId() + "]";
            case Entry.ThinkingLevelChange change ->
                "[thinking " + change.thinkingLevel().wire() + "]";
            case Entry.SessionInfo info -> "[name " + info.name() + "]";
            case Entry.LabelChange change -> "[label " + change.label() + "]";
            case Entry.Custom custom -> "[" + custom.customType() + "]";
            case Entry.UsageEntry used -> "[usage " + used.kind() + "]";
            case Entry.ContextEdit _ -> "[context edit]";
            case Entry.Header _ -> "[session]";
            case Entry.Other other -> "[" + other.type() + "]";
        };
        var line = Untrusted.line(text.strip());
        return line.length() > 400 ? line.substring(0, 400) : line;
    }

    private String text(Message message) {
        return switch (message) {
            case Message.User user -> user.text();
            case Message.Assistant answer -> answer.text().isBlank() ? "(" + calls(answer) + ")" : answer.text();
            case Message.ToolResult result ->
                "[" + toolNames.getOrDefault(result.toolCallId(), result.toolName()) + "]";
            case Message.BashExecution ran -> "$ " + ran.command();
            case Message.SystemPrompt _ -> "[system prompt]";
            case Message.Custom custom -> "[" + custom.customType() + "] " + custom.text();
            case Message.BranchSummary branch -> branch.summary();
            case Message.CompactionSummary compaction -> compaction.summary();
            case Message.Other other -> "[" + other.role() + "]";
        };
    }

    private static String calls(Message.Assistant answer) {
        var error = answer.errorMessage();
        var names = answer.toolCalls().stream().map(TreeLines::describe).toList();
        return names.isEmpty() ? error == null ? answer.stopReason().wire() : error : String.join(", ", names);
    }

    private static String describe(Content.ToolUse call) {
        for (var field : List.of("command", "path", "pattern")) {
            var value = call.arguments().string(field);
            if (value != null) {
                return call.name() + ": " + value;
            }
        }
        return call.name();
    }

    /** The line of an entry, or of the closest one above it that is shown. */
    static int nearest(List<Line> lines, List<Entry> branch) {
        var places = new HashMap<String, Integer>();
        for (int i = 0; i < lines.size(); i++) {
            places.put(lines.get(i).id(), i);
        }
        for (var entry : branch.reversed()) {
            var place = places.get(entry.id());
            if (place != null) {
                return place;
            }
        }
        return 0;
    }

    static Set<String> ids(List<Entry> branch) {
        var ids = new HashSet<String>();
        branch.forEach(entry -> ids.add(entry.id()));
        return ids;
    }
}
