package dev.pawl.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PageEntryTest {
    @Test
    void the_prompt_is_shown_with_its_sections_and_the_tools_that_came_and_went() {
        var sections = new LinkedHashMap<String, @Nullable String>();
        sections.put("preamble", "You help.");
        sections.put("rules", null);
        var tool = JsonObject.of("name", "read", "description", "Shows a file.\nAll of it.");
        var prompt = new Message.SystemPrompt(
                Body.of(""), sections, List.of(tool), List.of("write", "edit"), 1, JsonObject.empty());
        var json = Objects.requireNonNull(PageEntry.of(
                        new Entry.MessageEntry(new EntryNode("a1", null, Instant.EPOCH), prompt, JsonObject.empty())))
                .toJson(0);
        assertThat(json.objects("blocks").getFirst().string("text")).isEqualTo("""
            You help.

            The section `rules` no longer applies.

            - `read`: Shows a file.

            Tools that went: write, edit\
            """);
    }
}
