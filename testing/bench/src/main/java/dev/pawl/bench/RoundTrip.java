package dev.pawl.bench;

import dev.pawl.api.HookPoints;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.bridge.NodeBridge;
import dev.pawl.bridge.process.NodeSetup;
import dev.pawl.loader.find.HookFile;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/**
 * One event to a TypeScript handler and back, with and without a request of the handler in between.
 *
 * <p>{@code RoundTrip FOLDER [EVENTS]} prints the medians; FOLDER is the user's folder, in which the packages are
 * installed, or {@code PAWL_NODE_PACKAGES} names them.
 */
public final class RoundTrip {
    private static final String NOTHING = "pi.on('tool_call', () => {});";
    private static final String ONE_REQUEST =
            "pi.on('tool_call', (event, ctx) => void ctx.sessionManager.getSessionName());";

    private RoundTrip() {}

    public static void main(String[] args) throws Exception {
        var agentDir = Path.of(args[0]).toAbsolutePath();
        int events = args.length > 1 ? Integer.parseInt(args[1]) : 20_000;
        var folder = Files.createTempDirectory("pawl-round-trip");
        var setup = new NodeSetup(
                agentDir,
                folder,
                Map.copyOf(System.getenv()),
                NodeSetup.Programs.USUAL,
                false,
                null,
                null,
                new NodeSetup.Reports(_ -> {}, System.err::println, System.err::println));
        measure(setup, folder, "nothing", NOTHING, events);
        measure(setup, folder, "one request", ONE_REQUEST, events);
    }

    private static void measure(NodeSetup setup, Path folder, String name, String body, int events) throws Exception {
        var file = folder.resolve(name.replace(' ', '-') + ".ts");
        Files.writeString(file, "export default function (pi: any) {\n" + body + "\n}\n");
        var source = new SourceInfo(file.toString(), SourceInfo.Scope.TEMPORARY, false, null);
        var call = ToolCall.of("bash", new ToolInput.Bash("x".repeat(400)));
        try (var bridge = new NodeBridge(setup);
                var trial = HookTrial.in(folder, bridge.hook(new HookFile(file, source), null))) {
            var nanos = new long[events];
            for (int i = -events; i < events; i++) {
                long start = System.nanoTime();
                trial.fire(HookPoints.TOOL_CALL, call);
                if (i >= 0) {
                    nanos[i] = System.nanoTime() - start;
                }
            }
            Arrays.sort(nanos);
            System.out.printf(
                    "%s: median %.1f us, 10 %% below %.1f us, 10 %% above %.1f us%n",
                    name, nanos[events / 2] / 1e3, nanos[events / 10] / 1e3, nanos[events * 9 / 10] / 1e3);
        }
    }
}
