package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpawnHookTest {
    @ParameterizedTest
    @CsvSource({
        "npm install, pnpm install",
        "cd web && npm run build; npm test, cd web && pnpm run build; pnpm test",
        "npm, pnpm",
        "pnpm install, pnpm install",
        "npm-check, npm-check",
        "./npm install, ./npm install"
    })
    void npm_becomes_pnpm_and_nothing_else_does(String written, String run) throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("spawn-hook.java"))) {
            var spawn = trial.engine()
                    .hooks()
                    .getFirst()
                    .registry()
                    .spawnHooks()
                    .all()
                    .getFirst();
            var request = new SpawnRequest(written, Path.of("web"), Map.of("CI", "1"));

            assertThat(spawn.apply(request)).isEqualTo(request.withCommand(run));
        }
    }
}
