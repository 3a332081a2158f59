package dev.pawl.config.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The head of a Markdown file. */
class FrontMatterTest {
    private static FrontMatter head(String yaml) {
        return FrontMatter.parse("---\n" + yaml + "\n---\n\nbody\n");
    }

    private static Object value(String yaml) {
        var head = head(yaml);
        assertThat(head.complaints()).isEmpty();
        return head.values().get("key");
    }

    @Test
    void a_file_without_a_head_is_all_body() {
        assertThat(FrontMatter.parse("# Title\r\n\r\ntext\r"))
                .isEqualTo(new FrontMatter(Map.of(), "# Title\n\ntext\n", List.of()));
        assertThat(FrontMatter.parse("----\na: b\n---\n").values()).isEmpty();
        assertThat(FrontMatter.parse("").body()).isEmpty();
    }

    @Test
    void the_body_begins_below_the_head() {
        assertThat(head("key: a").body()).isEqualTo("body");
        assertThat(FrontMatter.parse("---\r\nkey: a\r\n---  \r\n\r\n  body\r\nmore")
                        .body())
                .isEqualTo("body\nmore");
        assertThat(FrontMatter.parse("---\n---").body()).isEmpty();
        assertThat(FrontMatter.parse("---\nkey: a\n---\nx\n---\ny").body()).isEqualTo("x\n---\ny");
    }

    @Test
    void a_head_that_does_not_end_is_no_head() {
        var text = "---\nname: x\nno end";

        assertThat(FrontMatter.parse(text).body()).isEqualTo(text);
        assertThat(FrontMatter.parse(text).complaints())
                .singleElement()
                .asString()
                .startsWith("line 1: ");
    }

    @Test
    void plain_texts_may_hold_colons_and_numbers_stay_texts() {
        assertThat(value("key: a text")).isEqualTo("a text");
        assertThat(value("key: Use when: asked, see http://x#y  # a comment"))
                .isEqualTo("Use when: asked, see http://x#y");
        assertThat(value("key: 1.0")).isEqualTo("1.0");
        assertThat(value("key:")).isNull();
        assertThat(value("key: ~")).isNull();
    }

    @Test
    void yes_and_no_are_booleans_unless_they_are_quoted() {
        assertThat(value("key: true")).isEqualTo(true);
        assertThat(value("key: False")).isEqualTo(false);
        assertThat(value("key: \"true\"")).isEqualTo("true");
        assertThat(head("key: true").flag("key")).isTrue();
        assertThat(head("key: \"true\"").flag("key")).isFalse();
        assertThat(head("key: yes").flag("key")).isFalse();
    }

    @Test
    void quotes_keep_what_is_in_them() {
        assertThat(value("key: \" a: b # c \"  # comment")).isEqualTo(" a: b # c ");
        assertThat(value("key: \"say \\\"hi\\\"\\n\\t\\u00e9\\x41 \\q\"")).isEqualTo("say \"hi\"\n\t\u00e9A \\q");
        assertThat(value("key: 'it''s'")).isEqualTo("it's");
        assertThat(value("key: \"two\n  lines\n\n  more\"")).isEqualTo("two lines\nmore");
        assertThat(value("\"key\": x")).isEqualTo("x");
        assertThat(value("key: \"Half\" quoted")).isEqualTo("\"Half\" quoted");
    }

    @Test
    void lists_stand_in_brackets_or_below() {
        assertThat(value("key: [a, \"b, c\", 'd', true, ]")).isEqualTo(List.of("a", "b, c", "d", true));
        assertThat(value("key: [a,\n  b]")).isEqualTo(List.of("a", "b"));
        assertThat(value("key:\n  - a\n  - \"b: c\"\n  # no\n  - d\n    e")).isEqualTo(List.of("a", "b: c", "d e"));
        assertThat(value("key:\n- a\n- b")).isEqualTo(List.of("a", "b"));
        assertThat(value("key: []")).isEqualTo(List.of());
        assertThat(value("key:\n  - a: b\n  - c: d\n    and more")).isEqualTo(List.of("a: b", "c: d and more"));
    }

    @Test
    void items_of_a_list_may_be_objects_of_several_names() {
        assertThat(value("key:\n  - a: \"b\"\n    c:\n      - d: 1\n        e: f\n      - g\n  - h:\n      - i"))
                .isEqualTo(List.of(
                        Map.of("a", "b", "c", List.of(Map.of("d", "1", "e", "f"), "g")), Map.of("h", List.of("i"))));
        assertThat(head("key: [a, true, b]").texts("key")).containsExactly("a", "b");
        assertThat(head("key: a").texts("key")).containsExactly("a");
        assertThat(head("other: a").texts("key")).isEmpty();
    }

    @Test
    void longer_texts_stand_in_lines_of_their_own() {
        assertThat(value("key: |\n  one\n    two\n\n  three\nnext: x")).isEqualTo("one\n  two\n\nthree\n");
        assertThat(value("key: |-\n  one\n  two # kept")).isEqualTo("one\ntwo # kept");
        assertThat(value("key: >\n  one\n  two\n\n  three")).isEqualTo("one two\nthree\n");
        assertThat(value("key: >-\n  one\n  two")).isEqualTo("one two");
        assertThat(value("key: one\n  two\n  three")).isEqualTo("one two three");
        assertThat(value("key:\n  one\n  two")).isEqualTo("one two");
        assertThat(value("key: |")).isEqualTo("");
    }

    @Test
    void objects_and_what_looks_like_json_do_no_harm() {
        assertThat(value("key:\n  author: me\n  tags:\n    - a\n  deep:\n    er: x"))
                .isEqualTo(Map.of("author", "me", "tags", List.of("a"), "deep", Map.of("er", "x")));
        assertThat(head("metadata:\n  {\n    \"a\": {\"b\": 1}\n  }\nkey: x").text("key"))
                .isEqualTo("x");
        assertThat(head("metadata: {\"a\": 1}\nkey: x").text("key")).isEqualTo("x");
    }

    @Test
    void a_line_that_makes_no_sense_is_one_line_lost() {
        var head = head("name: x\nwhat is this\nkey: [a\nother: \"open");

        assertThat(head.text("name")).isEqualTo("x");
        assertThat(head.texts("key")).isEmpty();
        assertThat(head.text("other")).isEqualTo("open");
        assertThat(head.complaints())
                .containsExactly(
                        "line 3: \"what is this\" is not of the form \"name: value\"",
                        "line 4: the bracket is not closed",
                        "line 5: the quotes are not closed");
    }
}
