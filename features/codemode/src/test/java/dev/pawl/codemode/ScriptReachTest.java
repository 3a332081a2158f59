package dev.pawl.codemode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.tool.ToolInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tools a script may call, as its words tell. */
class ScriptReachTest {
    @Test
    void a_script_reaches_the_tools_that_it_names() {
        var script = new ToolInput.Script("const a = await tools.read({path: 'x'}); return tools['mcp__a__b']({a})");
        assertThat(script.reach()).contains("read", "mcp__a__b").doesNotContain("bash", "all");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "await searchTools('x')",
                "ALL_TOOLS.length",
                "const t = tools; t.bash({})",
                "tools[name]({})",
                "tools['ba' + 'sh']({})",
                "tools[`bash`]({})",
                "const { bash } = tools",
                "tools?.[name]({})",
                "Object.values(tools)",
                "globalThis.tools.bash",
                "globalThis['to' + 'ols']",
                "(function () { return this })()['to' + 'ols']",
                "eval('to' + 'ols')",
                "new Function('return 1')",
                "(() => 1).constructor('x')",
                "t\\u006fols.x",
                "for (const n in tools) n",
            })
    void a_script_that_may_call_what_it_does_not_name_reaches_all(String code) {
        assertThat(new ToolInput.Script(code).reach()).containsExactly("all");
    }
}
