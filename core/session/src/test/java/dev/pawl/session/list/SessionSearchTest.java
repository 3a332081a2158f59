package dev.pawl.session.list;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionSearchTest {
    private final List<SessionSummary> sessions = List.of(
            session("1", null, "Fix the parser, please"),
            session("2", "Parser rewrite", "hello"),
            session("3", "Paint a rose", "something else"),
            session("4", null, "nothing about that"));

    @Test
    void names_come_before_texts() {
        assertThat(found("PARSER")).containsExactly("2", "1");
    }

    @Test
    void all_words_have_to_occur() {
        assertThat(found("parser hello")).containsExactly("2");
        assertThat(found("parser nowhere")).isEmpty();
    }

    @Test
    void letters_of_a_name_may_be_left_out_and_those_of_a_text_not() {
        assertThat(found("prsr")).containsExactly("2");
        assertThat(found("pnt rse")).containsExactly("3");
        assertThat(found("nthg")).isEmpty();
        assertThat(found("noth")).containsExactly("4");
    }

    @Test
    void an_empty_query_finds_all_in_their_order() {
        assertThat(found(" ")).containsExactly("1", "2", "3", "4");
    }

    @Test
    void a_phrase_in_quotes_has_to_occur_as_it_is() {
        assertThat(found("\"nothing about\"")).containsExactly("4");
        assertThat(found("\"about nothing\"")).isEmpty();
        assertThat(found("\"nothing ab")).as("while it is typed").containsExactly("4");
        assertThat(found("\"")).hasSize(4);
    }

    @Test
    void an_expression_is_searched_behind_re() {
        assertThat(found("re:noth.ng")).containsExactly("4");
        assertThat(found("re: ^NOTHING")).containsExactly("4");
        assertThat(found("re:(")).as("no expression").isEmpty();
    }

    @Test
    void an_expression_that_takes_for_ever_finds_nothing() {
        var slow = List.of(session("5", null, "a".repeat(5_000) + "!"));
        assertThat(SessionList.search(slow, "re:(a+)+$")).isEmpty();
    }

    private List<String> found(String query) {
        return SessionList.search(sessions, query).stream()
                .map(SessionSummary::id)
                .toList();
    }

    private static SessionSummary session(String id, String name, String text) {
        return new SessionSummary(
                Path.of(id + ".jsonl"),
                id,
                "/p",
                name,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                1,
                text,
                SearchText.of(text));
    }
}
