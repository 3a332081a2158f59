package dev.pawl.screen.transcript;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.tool.ToolRenderer;
import dev.pawl.api.ui.Component;
import dev.pawl.api.ui.Theme;
import dev.pawl.screen.look.AppAction;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Look;
import dev.pawl.screen.look.Slot;
import dev.pawl.screen.look.Styled;
import dev.pawl.screen.transcript.OutputText.Keep;
import dev.pawl.tui.component.DiffView;
import dev.pawl.tui.component.Image;
import dev.pawl.tui.component.Spacer;
import dev.pawl.tui.screen.Container;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.util.ArrayList;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Draws the tools that come with the program, and in a plain way all others. */
final class ToolDrawing implements ToolRenderer {
    /** After so many seconds the running time of a tool is shown. */
    static final int LONG = 10;

    private static final int TAIL = 5;
    private static final int HEAD = 10;
    private static final int DOZEN = 12;
    private static final int LONGEST_DIFF = 40;
    private static final int LONGEST_COMMAND = 8;

    /** The tool's note below the lines of a file. */
    private static final Pattern NOTICE = Pattern.compile("\\n\\n\\[[^\\n]*\\]\\s*$");

    private final Look look;
    private final String name;

    ToolDrawing(Look look, String name) {
        this.look = look;
        this.name = name;
    }

    @Override
    public Component call(JsonObject arguments, Theme theme, Row row) {
        return switch (name) {
            case "bash" -> bash(arguments, row);
            case "read" -> title("read", place(arguments) + range(arguments));
            case "write" -> new Container(title("write", place(arguments)), content(arguments, row));
            case "edit" -> new Container(title("edit", place(arguments)), changes(arguments, row));
            case "grep" -> title("grep", look.accent("/" + text(arguments, "pattern") + "/") + in(arguments));
            case "find" -> title("find", look.accent(text(arguments, "pattern")) + in(arguments));
            case "ls" -> title("ls", arguments.has("path") ? place(arguments) : look.accent("."));
            default -> other(arguments, row);
        };
    }

    @Override
    public Component result(ToolOutput output, Theme theme, Row row) {
        var text = Content.text(output.content());
        var pictures = pictures(output, row);
        if (row.isError()) {
            return new Container(failure(text, row), pictures);
        }
        Component drawn = switch (name) {
            case "bash" -> bashResult(text, row);
            case "edit" -> diff(output, text, row);
            case "write" -> Slot.NOTHING;
            case "read" -> file(text, row);
            case "grep", "find", "ls" -> new OutputText(look, text, "toolOutput", Keep.FIRST, DOZEN, row.expanded());
            default -> new OutputText(look, text, "toolOutput", Keep.FIRST, HEAD, row.expanded());
        };
        return new Container(drawn, pictures);
    }

    /**
     * What went wrong is in the last paragraph of a command's output, and in the first line of every other
     * tool.
     */
    private Component failure(String text, Row row) {
        int end = name.equals("bash") ? text.stripTrailing().lastIndexOf("\n\n") : text.indexOf('\n');
        if (end < 0) {
            return new OutputText(look, text, "error", Keep.LAST, 2 * TAIL, row.expanded());
        }
        boolean last = name.equals("bash");
        var before = new OutputText(
                look, text.substring(0, end), last ? "toolOutput" : "error", Keep.LAST, 2 * TAIL, row.expanded());
        var after = new OutputText(
                look,
                text.substring(end).strip(),
                last ? "error" : "toolOutput",
                last ? Keep.LAST : Keep.FIRST,
                2 * TAIL,
                row.expanded());
        return last ? new Container(before, new Spacer(1), after) : new Container(before, after);
    }

    private Component title(String tool, String about) {
        return Styled.plain(() -> look.fg("toolTitle", look.bold(tool)) + " " + about);
    }

    private Component bash(JsonObject arguments, Row row) {
        var command = Untrusted.visible(arguments.string("command", "…")).strip();
        var lines = Lines.split(command);
        boolean cut = !row.expanded() && lines.size() > LONGEST_COMMAND;
        var shown = cut ? String.join("\n", lines.subList(0, LONGEST_COMMAND)) + "\n…" : command;
        var timeout = arguments.get("timeout") instanceof Number seconds ? " (at most " + seconds + " s)" : "";
        return Styled.plain(() -> look.fg("toolTitle", look.bold("$ " + shown)) + look.muted(timeout));
    }

    private Component bashResult(String text, Row row) {
        var output = new OutputText(look, text, "toolOutput", Keep.LAST, TAIL, row.expanded());
        var took = row.durationMs();
        return took == null || took < 3_000
                ? output
                : new Container(output, Styled.plain(() -> look.muted("took " + Figures.seconds(took))));
    }

    Component running(long seconds) {
        return Styled.plain(() -> look.muted("running for " + Figures.seconds(1_000 * seconds)));
    }

    private Component content(JsonObject arguments, Row row) {
        // While it is being written, its end is what is new.
        return new OutputText(
                look,
                arguments.string("content", ""),
                "toolOutput",
                row.argumentsComplete() ? Keep.FIRST : Keep.LAST,
                HEAD,
                row.expanded(),
                arguments.string("path", ""));
    }

    /** The planned replacement, until the result shows the actual one. */
    private Component changes(JsonObject arguments, Row row) {
        if (!row.partial() || row.isError()) {
            return Slot.NOTHING;
        }
        var edits = new ArrayList<>(arguments.objects("edits"));
        if (edits.isEmpty() && arguments.has("oldText")) {
            edits.add(arguments);
        }
        var lines = new ArrayList<String>();
        for (var edit : edits) {
            Lines.split(edit.string("oldText", "")).forEach(line -> lines.add("- " + line));
            if (edit.has("newText")) {
                Lines.split(edit.string("newText", "")).forEach(line -> lines.add("+ " + line));
            }
        }
        var shown = row.expanded() ? lines : lines.subList(Math.max(0, lines.size() - LONGEST_DIFF), lines.size());
        return lines.isEmpty() ? Slot.NOTHING : new DiffView(String.join("\n", shown), look.theme);
    }

    private Component diff(ToolOutput output, String text, Row row) {
        var diff = output.details() instanceof JsonObject details ? details.string("diff") : null;
        if (diff == null) {
            return new OutputText(look, text, "toolOutput", Keep.FIRST, HEAD, row.expanded());
        }
        var lines = Lines.split(Untrusted.text(diff));
        if (row.expanded() || lines.size() <= LONGEST_DIFF) {
            return new DiffView(Untrusted.text(diff), look.theme);
        }
        int more = lines.size() - LONGEST_DIFF;
        return new Container(
                new DiffView(String.join("\n", lines.subList(0, LONGEST_DIFF)), look.theme),
                Styled.plain(() ->
                        look.muted("… " + more + " more lines (" + look.keys.text(AppAction.TOOLS_EXPAND.id()) + ")")));
    }

    /** What was read is for the model; the user sees how much it was. */
    private Component file(String text, Row row) {
        if (row.expanded()) {
            return new OutputText(
                    look,
                    text,
                    "toolOutput",
                    Keep.FIRST,
                    HEAD,
                    true,
                    row.arguments().string("path", ""));
        }
        var content = NOTICE.matcher(text).replaceFirst("");
        long lines = content.isBlank() ? 0 : content.strip().lines().count();
        var words = lines == 1 && text.length() < 80
                ? Untrusted.line(text.strip())
                : lines + (lines == 1 ? " line" : " lines");
        return Styled.plain(() -> look.muted(words));
    }

    private Component other(JsonObject arguments, Row row) {
        var about = new StringBuilder();
        for (var field : arguments.names()) {
            var value = arguments.get(field);
            var written = value instanceof String words ? words : Json.write(value);
            about.append(about.isEmpty() ? "" : ", ").append(field).append(": ").append(written);
        }
        var line = Untrusted.line(about.toString());
        var shown = row.expanded() || line.length() <= 200 ? line : line.substring(0, 200) + "…";
        return title(Untrusted.line(name), look.muted(shown));
    }

    private Component pictures(ToolOutput output, Row row) {
        var container = new Container();
        if (row.showImages()) {
            for (var block : output.content()) {
                var image = block instanceof Content.Image picture ? image(picture) : null;
                if (image != null) {
                    container.add(image);
                }
            }
        }
        return container;
    }

    private @Nullable Component image(Content.Image picture) {
        try {
            return new Image(
                    look.tui,
                    look.theme,
                    Base64.getMimeDecoder().decode(picture.data()),
                    picture.mimeType(),
                    new Image.Options(look.imageWidth, 20, "image"));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private String place(JsonObject arguments) {
        return look.accent(look.path(text(arguments, "path")));
    }

    private String in(JsonObject arguments) {
        var glob = arguments.string("glob");
        var where = arguments.string("path");
        return look.muted((where == null ? "" : " in " + look.path(where))
                + (glob == null ? "" : " (" + Untrusted.line(glob) + ")"));
    }

    private String range(JsonObject arguments) {
        if (!arguments.has("offset") && !arguments.has("limit")) {
            return "";
        }
        int from = arguments.integer("offset", 1);
        int limit = arguments.integer("limit", 0);
        return look.fg("warning", ":" + from + (limit > 0 ? "-" + (from + limit - 1) : ""));
    }

    private static String text(JsonObject arguments, String field) {
        return Untrusted.line(arguments.string(field, "…"));
    }
}
