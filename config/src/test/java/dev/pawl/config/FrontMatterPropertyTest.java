package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;

/** What holds for the head of a file, whatever stands in it. */
class FrontMatterPropertyTest {
    @Property(tries = 500)
    void whatever_stands_at_the_head_the_body_is_found(
            @ForAll @StringLength(max = 60) @CharRange(from = ' ', to = '~') String line,
            @ForAll @StringLength(max = 30) String noise) {
        var safe = (line + "\n" + noise).replace('\r', ' ').replace("-", "");

        assertThat(FrontMatter.parse("---\nkey: [" + safe + "\n---\nbody").body())
                .isEqualTo("body");
        assertThat(FrontMatter.parse("---\n" + safe + "\n---\nbody").body()).isEqualTo("body");
    }

    @Property(tries = 300)
    void a_quoted_text_comes_back_as_it_was(@ForAll @StringLength(max = 40) String text) {
        var plain = text.replaceAll("\\R|[\\r\\n]", " ");
        var escaped = plain.replace("\\", "\\\\").replace("\"", "\\\"");

        assertThat(key("\"" + escaped + "\"")).isEqualTo(plain);
        assertThat(key("'" + plain.replace("'", "''") + "'")).isEqualTo(plain);
    }

    private static String key(String value) {
        return FrontMatter.parse("---\nkey: " + value + "\n---\n").text("key");
    }
}
