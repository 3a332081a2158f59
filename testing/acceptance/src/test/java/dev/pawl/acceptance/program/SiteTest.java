package dev.pawl.acceptance.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.testkit.browser.Browser;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site that is made of the documents: every link leads somewhere, and a browser shows the pages. */
@Deep
class SiteTest {
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Path REPOSITORY = Checkout.ROOT;

    @TempDir
    static Path site;

    @BeforeAll
    static void make() throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        REPOSITORY.resolve("build/Site.java").toString(),
                        REPOSITORY.toString(),
                        site.toString())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static List<Path> pages() throws IOException {
        try (var files = Files.walk(site)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }

    @Test
    void every_document_is_a_page() throws Exception {
        var missing = new ArrayList<Path>();
        try (var files = Files.list(REPOSITORY.resolve("docs"))) {
            for (var file : files.filter(one -> one.toString().endsWith(".md")).toList()) {
                var page = site.resolve("docs")
                        .resolve(file.getFileName().toString().replace(".md", ".html"));
                if (!Files.exists(page)) {
                    missing.add(page);
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(site.resolve("index.html")).content().contains("<title>Pawl</title>", "docs/hooks.html");
    }

    @Test
    void every_link_leads_to_a_file_and_a_place_in_it() throws Exception {
        var broken = new ArrayList<String>();
        for (var page : pages()) {
            var links = LINK.matcher(Files.readString(page));
            while (links.find()) {
                var link = links.group(1);
                if (!link.matches("[a-z]+:.*") && !isThere(page, link)) {
                    broken.add(site.relativize(page) + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean isThere(Path page, String link) throws IOException {
        int hash = link.indexOf('#');
        var path = hash < 0 ? link : link.substring(0, hash);
        var file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        if (!file.startsWith(site) || !Files.isRegularFile(file)) {
            return false;
        }
        var id = hash < 0 ? "" : URLDecoder.decode(link.substring(hash + 1), StandardCharsets.UTF_8);
        return id.isEmpty() || Files.readString(file).contains("id=\"" + id + "\"");
    }

    @Test
    void a_browser_shows_the_pages_without_complaints_and_loads_nothing_from_elsewhere() throws Exception {
        Needed.that(Browser.program() != null, "chromium is not installed");
        try (var browser = Browser.start()) {
            var page = browser.page(1200, 800);
            for (var name :
                    List.of("index.html", "docs/hooks.html", "docs/reference/points.html", "docs/settings.html")) {
                page.open(URI.create(site.resolve(name).toUri().toString()), "document.readyState === 'complete'");
                assertThat(page.evaluate("document.querySelector('main h1').getBoundingClientRect().height > 10"))
                        .as(name)
                        .isEqualTo(true);
                assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                        .as("%s is not wider than the window", name)
                        .isEqualTo(true);
            }
            page.size(400, 800);
            assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
            assertThat(page.complaints()).isEmpty();
            assertThat(page.requests()).allMatch(request -> request.startsWith("file:"));
        }
    }
}
