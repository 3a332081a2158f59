package dev.pawl.commands.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.bridge.NodeBridge;
import dev.pawl.bridge.process.NodeSetup;
import dev.pawl.hooks.registry.Listening;
import dev.pawl.loader.find.HookFile;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the reference, in both languages: each is called with an event of its point and does not fail. */
class ReferenceExamplesTest {
    private static final Path EXAMPLES = Checkout.file("examples", "src", "test", "resources", "reference");

    @TempDir
    Path dir;

    @Test
    void every_example_in_java_runs() throws Exception {
        try (var trial = HookTrial.inWithFiles(dir, EXAMPLES.resolve("Points.java"))) {
            assertEachRuns(trial);
        }
    }

    @Deep
    @Test
    void every_example_in_typescript_runs() throws Exception {
        var file = EXAMPLES.resolve("points.ts").normalize();
        var source = new SourceInfo(file.toString(), SourceInfo.Scope.TEMPORARY, false, null);
        try (var bridge = bridge();
                var trial = HookTrial.in(dir, bridge.hook(new HookFile(file, source), null))) {
            assertThat(trial.problems()).isEmpty();
            assertEachRuns(trial);
        }
    }

    private NodeBridge bridge() {
        var environment = new HashMap<>(System.getenv());
        environment.put(
                NodeSetup.PACKAGES, Checkout.file("build", "target", "node").toString());
        return new NodeBridge(new NodeSetup(
                dir, dir, environment, NodeSetup.Programs.USUAL, false, null, null, NodeSetup.Reports.NONE));
    }

    private void assertEachRuns(HookTrial trial) throws InterruptedException {
        trial.ui().answer(true); // One example asks before a session is left.
        for (var point : HookPoints.all()) {
            HookTry.fire(trial.engine(), point, TryEvents.make(point, "some text", dir));
        }
        trial.engine().settle(Duration.ofSeconds(30));
        assertThat(trial.errors()).isEmpty();
        assertThat(calls(trial))
                .containsExactlyInAnyOrderEntriesOf(
                        HookPoints.all().stream().collect(Collectors.toMap(HookPoint::name, _ -> List.of(1L))));
    }

    private static Map<String, List<Long>> calls(HookTrial trial) {
        return trial.engine().listening().stream()
                .collect(Collectors.groupingBy(
                        Listening::point, Collectors.mapping(Listening::calls, Collectors.toList())));
    }
}
