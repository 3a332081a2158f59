package dev.pawl.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.observe.trace.TraceLine;
import dev.pawl.testkit.browser.Browser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What hooks did, as a page in a real browser. */
@Deep
class TracePageTest {
    @TempDir
    Path folder;

    @Test
    void a_chart_the_slowest_hooks_costs_and_effects_are_shown_and_filtered() throws Exception {
        var evil = "<img src=x onerror=\"window.ran=1\"></script><script>window.ran=1</script>";
        var lines = List.of(
                line(1, 1_000, "tool_call", false, step("Slow.java", 50_000_000, "passed", null)),
                line(2, 2_000, "tool_call", false, step("Guard.java", 1_000, "stopped", "no " + evil)),
                line(3, 3_000, "context", true, step("Trim.java", 0, "changed", "broke the cache at message 3")),
                line(4, 4_000, "context", true, step("Trim.java", 0, "changed", "broke it again")));
        var target = folder.resolve("trace.html");
        TracePage.write("s1", lines, target);
        Needed.that(Browser.program() != null, "chromium is not installed");
        try (var browser = Browser.start()) {
            var page = browser.page(1000, 800);
            page.open(target.toUri(), "document.body.dataset.ready");
            assertThat(page.text("document.querySelectorAll('#chart .bar').length"))
                    .isEqualTo("4");
            assertThat(page.text("document.querySelector('#slowest tbody tr').innerText"))
                    .contains("Slow.java", "50.0 ms");
            assertThat(page.text("document.querySelector('#costs').innerText"))
                    .contains("broke the cache at message 3");
            assertThat(page.text("document.querySelector('#tokens tbody').innerText"))
                    .contains("Trim.java", "2 times", "about 1400");
            assertThat(page.text("document.querySelector('#deeds').innerText"))
                    .contains("Guard.java stopped", "<img src=x")
                    .doesNotContain("Slow.java");
            page.click("#filter");
            page.type("slow");
            page.await("document.querySelectorAll('#chart .bar').length === 2");
            assertThat(page.text("document.querySelector('#deeds').innerText")).isEmpty();
            assertThat(page.text("window.ran")).isEqualTo("undefined");
            assertThat(page.complaints()).isEmpty();
        }
    }

    private static TraceLine line(int number, long time, String point, boolean remark, TraceLine.Step step) {
        return new TraceLine(number, time, point, null, remark, List.of(step), remark ? 700 : 0);
    }

    private static TraceLine.Step step(
            String hook, long nanos, String effect, @org.jspecify.annotations.Nullable String note) {
        return new TraceLine.Step(hook, nanos, effect, note);
    }
}
