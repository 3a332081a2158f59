package dev.pawl.session.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.session.MemoryLog;
import org.junit.jupiter.api.Test;

class SessionStatsTest {
    @Test
    void an_empty_session_took_nothing() {
        assertThat(SessionStats.of(new MemoryLog())).isEqualTo(SessionStats.NONE);
    }

    @Test
    void everything_that_cost_tokens_counts_on_whatever_branch() {
        var log = MemoryLog.ofLines("""
            {"type":"message","id":"a","message":{"role":"assistant","usage":{"input":1,"cost":{"total":0.5}}}}
            {"type":"message","id":"b","message":{"role":"toolResult","usage":{"input":10,"output":1}}}
            {"type":"usage","id":"c","parentId":"a","usage":{"input":100,"cacheRead":2}}
            {"type":"compaction","id":"d","parentId":"a","usage":{"input":1000,"cacheWrite":3}}
            {"type":"branch_summary","id":"e","usage":{"input":10000,"totalTokens":4,"cost":{"total":0.25}}}
            {"type":"compaction","id":"f","summary":"free"}
            {"type":"acme_note","id":"g","usage":{"input":100000}}
            """);

        var usage = SessionStats.of(log).usage();

        assertThat(usage.input()).isEqualTo(11_111);
        assertThat(usage.output()).isEqualTo(1);
        assertThat(usage.cacheRead()).isEqualTo(2);
        assertThat(usage.cacheWrite()).isEqualTo(3);
        assertThat(usage.totalTokens()).isEqualTo(4);
        assertThat(usage.cost().total()).isEqualTo(0.75);
    }

    @Test
    void messages_and_tool_calls_are_counted_by_kind() {
        var log = MemoryLog.ofLines("""
            {"type":"message","id":"a","message":{"role":"system","content":"brief"}}
            {"type":"message","id":"b","message":{"role":"user","content":"go"}}
            {"type":"message","id":"c","message":{"role":"assistant","content":[{"type":"toolCall","id":"1"},{"type":"text","text":"x"},{"type":"toolCall","id":"2"}]}}
            {"type":"message","id":"d","message":{"role":"toolResult","toolCallId":"1"}}
            {"type":"message","id":"e","message":{"role":"toolResult","toolCallId":"2"}}
            {"type":"message","id":"f","message":{"role":"bashExecution","command":"ls"}}
            {"type":"custom_message","id":"g","content":"look"}
            """);

        var stats = SessionStats.of(log);

        assertThat(stats.userMessages()).isEqualTo(1);
        assertThat(stats.assistantMessages()).isEqualTo(1);
        assertThat(stats.toolCalls()).isEqualTo(2);
        assertThat(stats.toolResults()).isEqualTo(2);
        assertThat(stats.totalMessages()).isEqualTo(6);
    }

    @Test
    void only_entries_that_count_are_read() {
        var log = new MemoryLog();
        int counted = log.user("hello");
        log.add("custom", JsonObject.empty());
        log.add("acme_note", JsonObject.empty());

        SessionStats.of(log);

        assertThat(log.read()).containsExactly(counted);
    }
}
