package dev.pawl.config.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.property.Property;
import org.junit.jupiter.api.Test;

/** What holds for the head of a file, whatever is in it. */
class FrontMatterPropertyTest {
    @Test
    void whatever_stands_at_the_head_the_body_is_found() {
        Property.holds(500, draw -> {
            String line = draw.text(' ', '~', 0, 60);
            String noise = draw.text(30);
            var safe = (line + "\n" + noise).replace('\r', ' ').replace("-", "");

            assertThat(FrontMatter.parse("---\nkey: [" + safe + "\n---\nbody").body())
                    .isEqualTo("body");
            assertThat(FrontMatter.parse("---\n" + safe + "\n---\nbody").body()).isEqualTo("body");
        });
    }

    @Test
    void a_quoted_text_comes_back_as_it_was() {
        Property.holds(300, draw -> {
            String text = draw.text(40);
            var plain = text.replaceAll("[\\p{Cc}\\p{Cs}\\p{Cn}\\p{Co}\\uFEFF\\u2028\\u2029]", " ");
            var escaped = plain.replace("\\", "\\\\").replace("\"", "\\\"");

            assertThat(key("\"" + escaped + "\"")).isEqualTo(plain);
            assertThat(key("'" + plain.replace("'", "''") + "'")).isEqualTo(plain);
        });
    }

    private static String key(String value) {
        return FrontMatter.parse("---\nkey: " + value + "\n---\n").text("key");
    }
}
