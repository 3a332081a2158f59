import static dev.pawl.api.HookPoints.TOOL_CALL;

import dev.pawl.agent.Pawl;
import java.nio.file.Path;

/** An agent in a program of one's own, with a hook, in ten lines. */
final class Hello {
    public static void main(String[] args) throws Exception {
        try (var pawl = Pawl.ofUser();
                var agent = pawl.agent(Path.of("."))
                        .tools("read", "grep", "ls")
                        .hook("careful", pi -> pi.on(TOOL_CALL, (call, _) -> call.allow()))
                        .start()) {
            System.out.println(agent.ask("What is in this folder?"));
        }
    }
}
