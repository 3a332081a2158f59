package dev.pawl.screen.command;

import dev.pawl.agent.tool.RunningWork.Shown;
import dev.pawl.api.json.Json;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Subscription;
import dev.pawl.screen.look.Figures;
import dev.pawl.screen.look.Look;
import dev.pawl.tui.component.Fitted;
import dev.pawl.tui.component.ListPart;
import dev.pawl.tui.text.Lines;
import dev.pawl.tui.text.Untrusted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is under way, as it goes on: one goes through the list, looks into a piece of work, and ends it alone. */
final class RunningList implements Fitted {
    static final String END = "x";

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int MOST = 8;

    private final Look look;
    private final Supplier<List<Shown>> now;
    private final Consumer<@Nullable Boolean> done;
    private final Subscription looking;
    private List<Shown> all;
    private int at;
    private boolean open;

    RunningList(Look look, Supplier<List<Shown>> now, Consumer<@Nullable Boolean> done) {
        this.look = look;
        this.now = now;
        this.done = done;
        this.all = now.get();
        this.looking = look.tui.every(LOOK, this::refresh);
    }

    /** The work that is looked at stays under the cursor for as long as it goes on. */
    private void refresh() {
        var before = at < all.size() ? all.get(at).id() : "";
        all = now.get();
        int same = all.stream().map(Shown::id).toList().indexOf(before);
        at = same >= 0 ? same : Math.clamp(at, 0, Math.max(0, all.size() - 1));
        open &= same >= 0;
        look.tui.requestRender();
    }

    @Override
    public void handleInput(String data) {
        var keys = look.keys;
        if (keys.matches(data, "tui.select.cancel")) {
            if (open) {
                open = false;
            } else {
                done.accept(null);
            }
        } else if (keys.matches(data, "tui.select.up")) {
            at = Math.max(0, at - 1);
        } else if (keys.matches(data, "tui.select.down")) {
            at = Math.clamp(at + 1, 0, Math.max(0, all.size() - 1));
        } else if (keys.matches(data, "tui.select.confirm")) {
            open = !open && !all.isEmpty();
        } else if (data.equals(END) && at < all.size()) {
            all.get(at).end().run();
            open = false;
            refresh();
        }
        look.tui.requestRender();
    }

    @Override
    public List<String> render(int width, int rows) {
        if (all.isEmpty()) {
            return List.of(look.muted(" Nothing is under way."));
        }
        var drawn = new ArrayList<String>();
        var part = ListPart.around(at, all.size(), open ? 1 : MOST, rows);
        var depths = depths();
        for (int i = part.first(); i < part.end(); i++) {
            var work = all.get(i);
            var line = "  ".repeat(depths.getOrDefault(work.id(), 0)) + title(work);
            var room = Math.max(1, width - 4);
            drawn.add(
                    i == at
                            ? look.accent(" → ") + look.accent(Lines.truncate(line, room))
                            : "   " + Lines.truncate(line, room));
        }
        if (!open && part.count() < all.size()) {
            drawn.add(look.dim(" " + (at + 1) + " of " + all.size()));
        }
        if (open) {
            var inside = inside(all.get(at), Math.max(1, width - 4));
            int room = Math.min(Math.max(1, rows - drawn.size()), 3 * MOST);
            for (var line : inside.subList(Math.max(0, inside.size() - room), inside.size())) {
                drawn.add("   " + line);
            }
        }
        return drawn;
    }

    /** How deep each stands below what it belongs to, where that is under way, too. */
    private Map<String, Integer> depths() {
        var depths = new HashMap<String, Integer>();
        for (var work : all) {
            var above = work.above() == null ? null : depths.get(work.above());
            depths.put(work.id(), above == null ? 0 : above + 1);
        }
        return depths;
    }

    private static String title(Shown work) {
        var about = work.arguments().names().stream()
                .map(name -> work.arguments().get(name))
                .map(value -> value instanceof String text ? text : Json.write(value))
                .toList();
        return Untrusted.line(work.name()) + " · " + Figures.seconds(1_000 * work.seconds())
                + (work.ending() ? " · ending" : "") + " · " + Untrusted.line(String.join(", ", about));
    }

    /** The newest is at the end. */
    private List<String> inside(Shown work, int width) {
        var lines = new ArrayList<String>();
        for (var name : work.arguments().names()) {
            var value = work.arguments().get(name);
            var text = value instanceof String words ? words : Json.write(value);
            wrap(name + ": " + text, width).forEach(line -> lines.add(look.muted(line)));
        }
        for (var message : work.messages()) {
            switch (message) {
                case Message.Assistant answer -> {
                    lines.addAll(wrap(answer.text(), width));
                    for (var call : answer.toolCalls()) {
                        lines.add(look.accent(Lines.truncate(
                                Untrusted.line(call.name() + " " + Json.write(call.arguments())), width)));
                    }
                }
                case Message.ToolResult result ->
                    lines.add(look.muted(Lines.truncate(Untrusted.line(result.text()), width)));
                default -> {}
            }
        }
        var output = work.output();
        if (output != null) {
            lines.addAll(wrap(Content.text(output.content()), width));
        }
        return lines;
    }

    private static List<String> wrap(String text, int width) {
        var shown = Untrusted.text(text).strip();
        return shown.isEmpty()
                ? List.of()
                : Lines.split(shown).stream()
                        .flatMap(line -> Lines.wrap(line, width).stream())
                        .toList();
    }

    @Override
    public boolean focusable() {
        return true;
    }

    @Override
    public void dispose() {
        looking.close();
    }
}
