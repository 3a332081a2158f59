package dev.pawl.session.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.session.MemoryLog;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnknownTypesTest {
    private final MemoryLog log = new MemoryLog();

    @Test
    void a_type_without_an_owner_is_named_once_and_nothing_is_read() {
        log.user("hello");
        log.add("stack_pop", JsonObject.empty());
        log.add("acme_note", JsonObject.empty());
        log.add("stack_pop", JsonObject.empty());

        assertThat(UnknownTypes.in(log, Set.of())).containsExactly("stack_pop", "acme_note");
        assertThat(UnknownTypes.in(log, Set.of("stack_pop"))).containsExactly("acme_note");
        assertThat(log.read()).isEmpty();
    }
}
