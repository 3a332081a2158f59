package dev.pawl.policy;

import dev.pawl.agent.TestHome;
import dev.pawl.policy.permission.Grants;
import dev.pawl.testkit.model.Script;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Agents with the bundled hooks that the settings enable, installed as the program installs them. */
public final class PolicyHome {
    private PolicyHome() {}

    public static TestHome in(Path dir, Script.Turn... turns) throws IOException {
        return in(dir, Script.of(turns));
    }

    public static TestHome in(Path dir, Script script) throws IOException {
        return TestHome.in(dir, script).bundle(start -> hooks(start, null));
    }

    /** With the permission mode of the command line. */
    public static TestHome inMode(String mode, Path dir, Script.Turn... turns) throws IOException {
        return TestHome.in(dir, turns).bundle(start -> hooks(start, mode));
    }

    private static List<TestHome.Bundled> hooks(TestHome.Start start, @Nullable String mode) {
        var programs = new LocalTools(start.environment(), start.folders().home()).programs(null);
        var made = Policy.hooks(new PolicySetup(start.folders(), start.settings(), mode, new Grants(), programs));
        made.problems().forEach(start.notices());
        made.notices().forEach(start.notices());
        return made.hooks().stream()
                .map(one -> new TestHome.Bundled(one.source().path().substring("builtin:".length()), one.hook()))
                .toList();
    }
}
