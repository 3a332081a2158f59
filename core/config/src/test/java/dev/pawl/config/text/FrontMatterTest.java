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
        assertThat(value("key: \"say \\\"hi\\\"\\n\\t\\u00e9\\x41\"")).isEqualTo("say \"hi\"\n\t\u00e9A");
        assertThat(value("key: 'it''s'")).isEqualTo("it's");
        assertThat(value("key: \"two\n  lines\n\n  more\"")).isEqualTo("two lines\nmore");
        assertThat(value("\"key\": x")).isEqualTo("x");
    }

    @Test
    void lists_stand_in_brackets_or_below() {
        assertThat(value("key: [a, \"b, c\", 'd', true, ]")).isEqualTo(List.of("a", "b, c", "d", true));
        assertThat(value("key: [a,\n  b]")).isEqualTo(List.of("a", "b"));
        assertThat(value("key:\n  - a\n  - \"b: c\"\n  # no\n  - d\n    e")).isEqualTo(List.of("a", "b: c", "d e"));
        assertThat(value("key:\n- a\n- b")).isEqualTo(List.of("a", "b"));
        assertThat(value("key: []")).isEqualTo(List.of());
        assertThat(value("key:\n  - a: b\n  - c: d\n      and more"))
                .isEqualTo(List.of(Map.of("a", "b"), Map.of("c", "d and more")));
    }

    @Test
    void texts_that_need_quotes_may_have_none() {
        assertThat(value("key: *.ts, **/*.js")).isEqualTo("*.ts, **/*.js");
        assertThat(value("key: [draft] Reviews a change")).isEqualTo("[draft] Reviews a change");
        assertThat(value("key: @team, `code`")).isEqualTo("@team, `code`");
        assertThat(value("key:\n  - **/*.ts\n  - src/*.js")).isEqualTo(List.of("**/*.ts", "src/*.js"));
        var head = head("name: x\ndescription: Use when: asked\nflag: true\nkey: \"a: b\"");
        assertThat(head.complaints()).isEmpty();
        assertThat(head.values())
                .isEqualTo(Map.of("name", "x", "description", "Use when: asked", "flag", true, "key", "a: b"));
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
    void a_head_that_is_not_yaml_is_lost_with_the_line_that_is_wrong() {
        assertThat(head("name: x\nwhat is this\nother: y").complaints())
                .singleElement()
                .asString()
                .startsWith("line 3: ");
        assertThat(head("name: x\nkey: [a").complaints())
                .singleElement()
                .asString()
                .startsWith("line ");
        assertThat(head("name: x\nkey: \"open").complaints()).hasSize(1);
        assertThat(head("what is this").complaints()).containsExactly("line 2: it is not of the form \"name: value\"");
        assertThat(head("name: x\nkey: [a").values()).isEmpty();
        assertThat(head("name: x\nkey: [a").body()).isEqualTo("body");
    }

    @Test
    void values_may_be_named_and_repeated_but_not_contain_themselves() {
        assertThat(value("other: &it [a, b]\nkey: *it")).isEqualTo(List.of("a", "b"));
        assertThat(head("key: &it [a, *it]").complaints()).containsExactly("line 2: it contains itself");
        assertThat(head("key: &it\n  a: [*it]").complaints()).containsExactly("line 2: it contains itself");
    }
}
