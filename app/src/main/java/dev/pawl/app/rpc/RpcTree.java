package dev.pawl.app.rpc;

import dev.pawl.api.json.Json;
import dev.pawl.api.session.TreeNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the tree of a session as JSON, which is nested as deep as the conversation is long. */
final class RpcTree {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 16);

    /** Siblings that are being written, and what comes behind them. */
    private record Siblings(Iterator<TreeNode> left, String end) {}

    private RpcTree() {}

    static byte[] write(List<TreeNode> roots, @Nullable String leafId) {
        var tree = new RpcTree();
        tree.text("{\"tree\":[");
        tree.nodes(roots);
        tree.text(",\"leafId\":");
        tree.text(Json.write(leafId));
        tree.text("}");
        return tree.out.toByteArray();
    }

    private void nodes(List<TreeNode> roots) {
        var open = new ArrayDeque<Siblings>();
        open.push(new Siblings(roots.iterator(), "]"));
        boolean first = true;
        while (!open.isEmpty()) {
            var siblings = open.element();
            if (!siblings.left().hasNext()) {
                text(open.pop().end());
                first = false;
                continue;
            }
            var node = siblings.left().next();
            text(first ? "{\"entry\":" : ",{\"entry\":");
            out.writeBytes(Json.writeUtf8(node.entry().toJson()));
            text(",\"children\":[");
            open.push(new Siblings(node.children().iterator(), "]" + label(node) + "}"));
            first = true;
        }
    }

    private static String label(TreeNode node) {
        var label = node.label() == null ? "" : ",\"label\":" + Json.write(node.label());
        var since = node.labelTimestamp();
        return since == null ? label : label + ",\"labelTimestamp\":" + Json.write(since.toString());
    }

    private void text(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
