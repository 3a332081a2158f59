package dev.pawl.policy.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.value.PermissionMode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesTest {
    @TempDir
    Path cwd;

    @Test
    void rules_are_added_while_calls_are_judged() throws Exception {
        var rules = new Rules(cwd, cwd);
        rules.add("test", "deny", List.of("deploy"), false);
        var judge = new Judge(rules, cwd, cwd);
        var begun = new CountDownLatch(1);
        var adding = new FutureTask<@Nullable Void>(() -> {
            begun.await();
            for (int i = 0; i < 1_000; i++) {
                rules.add("test", "allow", List.of("tool" + i), false);
                rules.add("test", "ask", List.of("other" + i), false);
                rules.add("test", "deny", List.of("third" + i), false);
            }
            return null;
        });
        Thread.ofVirtual().start(adding);

        var deploy = new CallFacts("deploy", null, cwd, null, null, null, false, false);
        do {
            assertThat(judge.judge(deploy, PermissionMode.DEFAULT, false)).isInstanceOf(Verdict.Deny.class);
            begun.countDown();
        } while (!adding.isDone());
        adding.get();

        var last = new CallFacts("tool999", null, cwd, null, null, null, false, false);
        assertThat(judge.judge(last, PermissionMode.DEFAULT, false)).isInstanceOf(Verdict.Allow.class);
    }

    @Test
    void a_list_that_was_read_does_not_change() {
        var rules = new Rules(cwd, cwd);
        var before = rules.problems();
        rules.broken("a rule");
        assertThat(before).isEmpty();
        assertThat(rules.problems()).containsExactly("a rule");
        assertThat(rules.isBroken()).isTrue();
    }
}
