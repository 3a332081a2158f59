package dev.pawl.policy;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each recipe of docs/policy.md in an agent: what it allows runs, the rest is asked about or denied. */
class PolicyRecipesTest {
    private static final Pattern RECIPE =
            Pattern.compile("\n\n([^\n`{]+?)[,:.][^`]*\n\n```json\n(.*?)```", Pattern.DOTALL);
    private static final String PLAN = "pawl --permission-mode plan -p";

    private static String page;

    @TempDir
    Path dir;

    @BeforeAll
    static void read() throws Exception {
        var whole = Files.readString(Checkout.file("docs/policy.md"));
        page = whole.substring(whole.indexOf("## Recipes"), whole.indexOf("## What it is not"));
    }

    /** The settings of a recipe, by the words that it begins with. */
    private static Map<String, String> recipes() {
        var recipes = new LinkedHashMap<String, String>();
        RECIPE.matcher(page).results().forEach(found -> recipes.put(found.group(1), found.group(2)));
        return recipes;
    }

    private static Script.Call bash(String command) {
        return call("bash", JsonObject.of("command", command));
    }

    private static Script.Call read(String path) {
        return call("read", JsonObject.of("path", path));
    }

    private static Script.Call write(String path) {
        return call("write", JsonObject.of("path", path, "content", "new"));
    }

    /** The calls and their verdicts, in this order: those that run, those that are asked about, those that are denied. */
    private void holds(String settings, List<Script.Call> allowed, List<Script.Call> asked, List<Script.Call> denied)
            throws Exception {
        holds(null, settings, allowed, asked, denied);
    }

    private void holds(
            @Nullable String mode,
            String settings,
            List<Script.Call> allowed,
            List<Script.Call> asked,
            List<Script.Call> denied)
            throws Exception {
        var calls = new ArrayList<>(allowed);
        calls.addAll(asked);
        calls.addAll(denied);
        Turn[] turns = {Turn.calls(calls.toArray(Script.Call[]::new)), Turn.text("Done.")};
        try (var pawl = (mode == null ? PolicyHome.in(dir, turns) : PolicyHome.inMode(mode, dir, turns))
                .user("settings.json", settings)
                .file(".env", "KEY=1")
                .file("src/main.js", "1")
                .environment("PATH", tools() + ":" + System.getenv("PATH"))) {
            var key = Files.createDirectories(pawl.home.resolve(".ssh")).resolve("id");
            Files.writeString(key, "secret");
            assertThat(pawl.run("Go").out()).isEqualTo("Done.\n");

            var results = pawl.asked(2).stream()
                    .filter(said -> said.startsWith("tool: "))
                    .map(PolicyRecipesTest::verdict)
                    .toList();
            assertThat(results.subList(0, allowed.size())).as("allowed").containsOnly("allowed");
            assertThat(results.subList(allowed.size(), allowed.size() + asked.size()))
                    .as("asked")
                    .allMatch("asked"::equals);
            assertThat(results.subList(allowed.size() + asked.size(), calls.size()))
                    .as("denied")
                    .allMatch("denied"::equals);
            assertThat(pawl.project.resolve(".env")).hasContent("KEY=1");
        }
    }

    private static String verdict(String result) {
        return result.contains("there is no user to ask")
                ? "asked"
                : result.contains("denied by the rule") || result.contains("Plan mode:") ? "denied" : "allowed";
    }

    /** Programs with the names of real ones, which do nothing. */
    private Path tools() throws Exception {
        var folder = Files.createDirectories(dir.resolve("bin"));
        for (var name : List.of("npm", "git")) {
            Files.writeString(folder.resolve(name), "#!/bin/sh\necho it ran\n");
            assertThat(folder.resolve(name).toFile().setExecutable(true)).isTrue();
        }
        return folder;
    }

    @Test
    void every_recipe_of_the_page_is_tried_here() {
        assertThat(recipes().keySet())
                .containsExactly("Nothing irrevocable", "Keep secrets from the model", "In an automatic run");
        assertThat(page).contains(PLAN);
    }

    @Test
    void only_look() throws Exception {
        holds(
                "plan",
                "{}",
                List.of(bash("cat src/main.js | wc -l"), bash("git status"), read("src/main.js")),
                List.of(),
                List.of(bash("touch a"), bash("npm run build"), bash("echo x > a"), write("src/main.js")));
    }

    @Test
    void nothing_irrevocable_few_questions() throws Exception {
        holds(
                recipes().get("Nothing irrevocable"),
                List.of(bash("cat src/main.js"), bash("mkdir -p a && cp src/main.js a"), write("b"), read(".env")),
                List.of(bash("git push origin main"), bash("rm src/main.js"), bash("npm ci"), write(".git/config")),
                List.of(
                        bash("rm -r -f src"),
                        bash("git push --force"),
                        bash("cd src && sudo ls"),
                        bash("bash -c 'rm -rf .'")));
    }

    @Test
    void keep_secrets_from_the_model() throws Exception {
        holds(
                recipes().get("Keep secrets from the model"),
                List.of(bash("cat src/main.js | wc -l"), write("src/new.js"), read("src/main.js")),
                // There is no sandbox here that could hide the files from them.
                List.of(bash("npm run build"), bash("rm -f src/old.js"), bash("cat $FILE"), bash("grep -r KEY .")),
                List.of(
                        bash("cat .e*"),
                        bash("cat ~/.ssh/id"),
                        bash("cat .env"),
                        bash("echo x >> .env"),
                        read("~/.ssh/id"),
                        read("@.env"),
                        read("src/../.env"),
                        write(".env")));
    }

    @Test
    void in_an_automatic_run() throws Exception {
        holds(
                recipes().get("In an automatic run"),
                List.of(bash("npm ci"), bash("npm run build && npm run test"), write("src/new.js"), bash("git status")),
                List.of(
                        bash("npm ci --ignore-scripts=false"),
                        bash("npm install left-pad"),
                        bash("npm run build; touch a"),
                        bash("npm run $(touch a)"),
                        write("package.json"),
                        write("src/../package.json")),
                List.of());
    }
}
