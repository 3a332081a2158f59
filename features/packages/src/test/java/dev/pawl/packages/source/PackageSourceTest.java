package dev.pawl.packages.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.config.settings.Folders;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PackageSourceTest {
    private static final Folders FOLDERS =
            new Folders(Path.of("/home/me"), Path.of("/home/me/.pi/agent"), Path.of("/src/project"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        npm:tools                                  | npm:tools
        npm:@acme/tools@1.0.0                      | npm:@acme/tools
        npm:tools@^1.2                             | npm:tools
        git:github.com/acme/tools                  | git:github.com/acme/tools
        git:github.com/acme/tools@v1               | git:github.com/acme/tools
        git:acme/tools                             | git:github.com/acme/tools
        git:git@github.com:acme/tools.git@v1       | git:github.com/acme/tools
        https://github.com/acme/tools              | git:github.com/acme/tools
        https://me:word@github.com/acme/tools.git  | git:github.com/acme/tools
        http://127.0.0.1:8080/acme/tools.git#main  | git:127.0.0.1/acme/tools
        ssh://git@github.com/acme/tools@v2         | git:github.com/acme/tools
        ./tools                                    | local:/src/project/tools
        ~/tools                                    | local:/home/me/tools
        /opt/tools                                 | local:/opt/tools
        """)
    void equal_sources_have_one_identity(String written, String identity) {
        assertThat(PackageSource.parse(written, FOLDERS, FOLDERS.cwd()).identity())
                .isEqualTo(identity);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        git:github.com/acme/tools@v1          | https://github.com/acme/tools     | v1
        git:git@github.com:acme/tools@v1      | git@github.com:acme/tools         | v1
        https://me:word@host.org/acme/tools@x | https://me:word@host.org/acme/tools | x
        http://127.0.0.1:80/acme/tools.git#m  | http://127.0.0.1:80/acme/tools.git | m
        """)
    void git_is_asked_for_the_repository_without_the_ref(String written, String repo, String ref) {
        var git = (PackageSource.Git) PackageSource.parse(written, FOLDERS, FOLDERS.cwd());
        assertThat(git.repo()).isEqualTo(repo);
        assertThat(git.ref()).isEqualTo(ref);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npm:",
                "npm:--evil",
                "npm:../x",
                "npm:a@file:../x",
                "npm:a@npm:b",
                "git:",
                "git:github.com",
                "git:github.com/../../etc",
                "https://github.com/a/%2e%2e/b",
                "git:github.com/a/b@--upload-pack=x",
                "git:-oProxyCommand=x/a/b",
                "ftp://example.org/a",
                ""
            })
    void what_is_no_source_is_refused_in_a_sentence(String written) {
        assertThatThrownBy(() -> PackageSource.parse(written, FOLDERS, FOLDERS.cwd()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("\"" + written + "\"");
    }
}
