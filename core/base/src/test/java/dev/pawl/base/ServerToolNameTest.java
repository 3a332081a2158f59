package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerToolNameTest {
    @Test
    void a_name_is_read_as_it_was_written() {
        var name = new ServerToolName("my_files", "get__one");
        assertThat(name).hasToString("mcp__my_files__get__one");
        assertThat(ServerToolName.parse(name.toString())).isEqualTo(name);
        assertThat(name.toString()).isEqualTo(ServerToolName.FORMAT.formatted("my_files", "get__one"));
    }

    @Test
    void the_name_of_a_server_alone_has_no_tool() {
        assertThat(ServerToolName.parse(ServerToolName.family("files"))).isNull();
        assertThat(ServerToolName.isOf("mcp__files")).isTrue();
        assertThat(ServerToolName.parse("read")).isNull();
        assertThat(ServerToolName.isOf("read")).isFalse();
    }
}
