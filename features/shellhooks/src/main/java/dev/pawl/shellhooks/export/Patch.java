package dev.pawl.shellhooks.export;

import dev.pawl.api.event.ToolCall;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolInput;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A patch of several files, as {@code apply_patch} takes it, read as the calls of Pawl's tools that do the same. */
final class Patch {
    private static final String ADD = "*** Add File: ";
    private static final String UPDATE = "*** Update File: ";
    private static final String DELETE = "*** Delete File: ";
    private static final String MOVE = "*** Move to: ";

    private final List<String> lines;
    private final List<ToolInput> inputs = new ArrayList<>();
    private int at;

    private Patch(String text) {
        lines = text.strip().lines().toList();
    }

    /** Returns the patch of a call; null if the call is about none. What is no patch is an {@link IllegalArgumentException}. */
    static @Nullable Patch of(String tool, JsonObject input) {
        if (!tool.equals("apply_patch")) {
            return null;
        }
        var text = Stream.of("command", "input", "patch")
                .map(input::string)
                .filter(each -> each != null)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no patch in it"));
        var patch = new Patch(text);
        patch.read();
        return patch;
    }

    /** Returns the calls, one for each change of a file. */
    List<ToolCall> calls(String id) {
        return inputs.stream()
                .map(input -> ToolCall.of(input instanceof ToolInput.Edit ? "edit" : "write", id, input.toJson()))
                .toList();
    }

    private void read() {
        if (!next().equals("*** Begin Patch")) {
            throw new IllegalArgumentException("a patch begins with *** Begin Patch");
        }
        for (var line = next(); !line.equals("*** End Patch"); line = next()) {
            if (line.startsWith(ADD)) {
                inputs.add(new ToolInput.Write(line.substring(ADD.length()), String.join("\n", body('+'))));
            } else if (line.startsWith(UPDATE)) {
                update(line.substring(UPDATE.length()));
            } else if (line.startsWith(DELETE)) {
                inputs.add(new ToolInput.Write(line.substring(DELETE.length()), ""));
            } else {
                throw new IllegalArgumentException("it is no patch at \"" + line + "\"");
            }
        }
        if (at < lines.size()) {
            throw new IllegalArgumentException("something stands behind the end of its patch");
        }
    }

    private void update(String path) {
        var moved = at < lines.size() && lines.get(at).startsWith(MOVE)
                ? lines.get(at++).substring(MOVE.length())
                : null;
        var before = new ArrayList<String>();
        var after = new ArrayList<String>();
        for (; at < lines.size() && !lines.get(at).startsWith("*** "); at++) {
            var line = lines.get(at);
            if (line.startsWith("-")) {
                before.add(line.substring(1));
            } else if (line.startsWith("+")) {
                after.add(line.substring(1));
            }
        }
        if (at < lines.size() && lines.get(at).equals("*** End of File")) {
            at++;
        }
        var edit = new ToolInput.Replacement(String.join("\n", before), String.join("\n", after));
        inputs.add(new ToolInput.Edit(path, List.of(edit)));
        if (moved != null) {
            inputs.add(new ToolInput.Write(moved, edit.newText()));
        }
    }

    private List<String> body(char sign) {
        var body = new ArrayList<String>();
        for (; at < lines.size() && !lines.get(at).isEmpty() && lines.get(at).charAt(0) == sign; at++) {
            body.add(lines.get(at).substring(1));
        }
        return body;
    }

    private String next() {
        if (at == lines.size()) {
            throw new IllegalArgumentException("its patch has no end");
        }
        return lines.get(at++);
    }
}
