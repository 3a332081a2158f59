package dev.pawl.tools;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A command under a supervisor, which outlives the program, behaves as any other. */
class SupervisedBashToolTest extends BashToolTest {
    @TempDir
    Path effects;

    @Override
    Workbench prepared(Workbench bench) {
        bench.ctx.effects(effects);
        return bench;
    }
}
