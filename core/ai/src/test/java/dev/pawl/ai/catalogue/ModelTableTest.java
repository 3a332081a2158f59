package dev.pawl.ai.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.AgentFolder;
import dev.pawl.ai.Models;
import dev.pawl.ai.SomeModels;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ModelTableTest {
    private static Models models() {
        return new AgentFolder(Path.of("no-such-folder"))
                .models(Map.of("XAI_API_KEY", "k", "DEEPSEEK_API_KEY", "k", "CEREBRAS_API_KEY", "k"));
    }

    @Test
    void the_models_stand_in_columns_sorted_by_provider_and_id() {
        var lines = ModelTable.lines(
                List.of(
                        SomeModels.model("zed", "m-10"),
                        SomeModels.model("zed", "m-9"),
                        SomeModels.model("abc", "long-name")),
                null);

        assertThat(lines)
                .containsExactly(
                        "provider  model      context  max-out  thinking  images",
                        "abc       long-name  200K     16.4K    yes       no",
                        "zed       m-9        200K     16.4K    yes       no",
                        "zed       m-10       200K     16.4K    yes       no");
    }

    @Test
    void a_query_finds_letters_in_their_order_in_provider_and_model() {
        var all = models().available();

        assertThat(ModelTable.lines(all, "dsk"))
                .hasSize(3)
                .allMatch(line -> line.startsWith("provider") || line.startsWith("deepseek"));
        assertThat(ModelTable.lines(all, "xai/47")).hasSize(2);
        assertThat(ModelTable.lines(all, "nothing like it")).containsExactly("No model matches \"nothing like it\".");
        assertThat(ModelTable.lines(all, " ")).hasSize(all.size() + 1);
    }

    @Test
    void without_models_it_says_how_to_get_some() {
        assertThat(ModelTable.lines(List.of(), null)).singleElement().asString().contains("/login", "models.json");
    }

    @Test
    void tokens_are_written_short() {
        assertThat(ModelTable.tokens(999)).isEqualTo("999");
        assertThat(ModelTable.tokens(1_000)).isEqualTo("1K");
        assertThat(ModelTable.tokens(131_072)).isEqualTo("131.1K");
        assertThat(ModelTable.tokens(200_000)).isEqualTo("200K");
        assertThat(ModelTable.tokens(1_000_000)).isEqualTo("1M");
        assertThat(ModelTable.tokens(1_048_576)).isEqualTo("1.0M");
    }
}
