import module dev.pawl.api;
import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.AGENT_START;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_END;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_START;
import static dev.pawl.api.HookPoints.TURN_START;

/** Shows above the editor what the agent is at: turns, tools that are done, those that run, and for how long. */
class Widget implements Hook {
    private static final String KEY = "progress";

    /** The tools that run now, by their calls. */
    private final Map<String, String> running = new ConcurrentSkipListMap<>();

    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private volatile long since;

    public void install(Host pi) {
        pi.on(AGENT_START, (_, ctx) -> {
            running.clear();
            turns.set(0);
            done.set(0);
            since = System.nanoTime();
            ctx.ui().setWidget(KEY, (screen, theme) -> new Progress(pi, screen, theme), Placement.ABOVE_EDITOR);
        });
        pi.on(TURN_START, (_, _) -> turns.incrementAndGet());
        pi.on(TOOL_EXECUTION_START, (tool, _) -> running.put(tool.toolCallId(), tool.toolName()));
        pi.on(TOOL_EXECUTION_END, (tool, _) -> {
            running.remove(tool.toolCallId());
            done.incrementAndGet();
        });
        pi.on(AGENT_SETTLED, (_, ctx) -> ctx.ui().clearWidget(KEY));
    }

    /** Draws itself again while it is there, so that the seconds go on; what it shows it reads when it is drawn. */
    class Progress implements Component {
        private final Theme theme;
        private final Subscription ticking;

        Progress(Host pi, Screen screen, Theme theme) {
            this.theme = theme;
            this.ticking = pi.every(Duration.ofMillis(500), _ -> screen.requestRender());
        }

        public List<String> render(int width) {
            var seconds = (System.nanoTime() - since) / 1_000_000_000;
            var now = running.isEmpty() ? "" : " · " + String.join(", ", running.values()) + " …";
            return List.of(theme.fg("accent", " ● ")
                    + theme.fg("muted", "turn " + turns + " · " + done + " tools · " + seconds + " s" + now));
        }

        public void dispose() {
            ticking.close();
        }
    }
}
