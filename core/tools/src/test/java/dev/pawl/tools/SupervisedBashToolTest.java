package dev.pawl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
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

    @Test
    void output_that_is_slow_to_arrive_is_waited_for() throws Exception {
        var slow = Files.createDirectory(folder.resolve("programs")).resolve("tee");
        Files.writeString(slow, "#!/bin/sh\nsleep 1\nexec /usr/bin/tee \"$@\"\n");
        assertThat(slow.toFile().setExecutable(true)).isTrue();
        var environment = new HashMap<>(System.getenv());
        environment.put("PATH", slow.getParent() + ":" + environment.get("PATH"));
        var busy = prepared(new Workbench(folder, environment));
        assertThat(Workbench.text(busy.run("bash", "{\"command\": \"echo slow\"}")))
                .isEqualTo("slow\n");
    }
}
