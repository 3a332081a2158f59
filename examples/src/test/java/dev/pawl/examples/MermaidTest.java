package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.ui.MarkdownTransformer;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MermaidTest {
    private static String shown(String markdown, int width) throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("mermaid.java"))) {
            var hook = trial.engine().hooks().getFirst();
            return Objects.requireNonNull(hook.registry().markdownTransformer())
                    .transform(
                            markdown,
                            new MarkdownTransformer.Shown(MarkdownTransformer.Kind.ASSISTANT, true, width, null, null));
        }
    }

    @Test
    void a_flowchart_is_a_tree_of_arrows() throws Exception {
        assertThat(shown("""
            Look:

            ```mermaid
            flowchart TD
                A[Start] --> B{Is it there?}
                B -->|yes| C(Use it)
                B -- no --> D["Make it"] & E
                D --> B
            ```
            Done.
            """, 80)).isEqualTo("""
                Look:

                ```
                Start
                └──▶ <Is it there?>
                    ├─ yes ─▶ Use it
                    ├─ no ─▶ Make it
                    │   └──▶ <Is it there?> ↑
                    └─ no ─▶ E
                ```
                Done.
                """);
    }

    @Test
    void a_sequence_has_a_line_for_each_participant() throws Exception {
        assertThat(shown("""
            ```mermaid
            sequenceDiagram
                participant U as User
                participant S as Server
                U->>S: GET /
                S-->>U: 200
                S->>S: log
                Note over S: 日本
            ```
            """, 80)).isEqualTo("""
                ```
                User     Server
                  │ GET /   │
                  │────────▶│
                  │ 200     │
                  │◀╌╌╌╌╌╌╌╌│
                  │         │─┐ log
                  │         │◀┘
                  │ 日本    │
                  │         │
                ```
                """);
    }

    @Test
    void a_diagram_that_cannot_be_drawn_stays_as_it_is_written() throws Exception {
        var pie = "```mermaid\npie title Pets\n  \"Dogs\" : 386\n```\n";
        var unknown = "```mermaid\ngraph TD\n  ???\n```\n";
        var wide = "```mermaid\ngraph TD\n  A[A rather long name] --> B\n```\n";
        assertThat(shown(pie, 80)).isEqualTo(pie);
        assertThat(shown(unknown, 80)).isEqualTo(unknown);
        assertThat(shown(wide, 20)).isEqualTo(wide);
        assertThat(shown(wide, 80)).contains("└──▶ B");
    }

    @Test
    void a_diagram_is_code_until_all_of_it_is_there() throws Exception {
        var begun = "```mermaid\ngraph TD\n  A --> B\n";
        assertThat(shown(begun, 80)).isEqualTo(begun);
        assertThat(shown(begun + "```", 80)).isEqualTo("```\nA\n└──▶ B\n```");
    }
}
