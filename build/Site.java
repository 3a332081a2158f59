import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Makes a site of the documents: pages of HTML that lie as the documents do, without scripts and without a server.
 *
 * <p>usage: java -cp … build/Site.java REPOSITORY FOLDER
 */
final class Site {
    private static final String STYLE = """
        :root { color-scheme: light dark; --back: #fdfdfc; --text: #24292f; --dim: #6a737d; --line: #d8dee4; --box: #f3f4f6; --link: #0a58ca }
        @media (prefers-color-scheme: dark) { :root { --back: #16181c; --text: #d8dce2; --dim: #8b949e; --line: #30363d; --box: #22262c; --link: #79b8ff } }
        * { box-sizing: border-box }
        body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.6 system-ui, sans-serif; display: flex }
        nav { flex: 0 0 15rem; padding: 1.5rem; border-right: 1px solid var(--line); font-size: .9rem; height: 100vh; overflow: auto; position: sticky; top: 0 }
        nav a { display: block; padding: .1rem 0; color: var(--dim); text-decoration: none }
        nav a[aria-current], nav a:hover { color: var(--link) }
        nav p { margin: 1rem 0 .2rem; font-weight: 600 }
        main { flex: 1; min-width: 0; max-width: 60rem; padding: 1.5rem 2.5rem 6rem }
        a { color: var(--link) }
        h1, h2, h3 { line-height: 1.25; margin-top: 2em } h1 { margin-top: 0 }
        code, pre { font: .88em/1.5 ui-monospace, monospace; background: var(--box); border-radius: 4px }
        code { padding: .1em .3em; overflow-wrap: anywhere } pre { padding: 1rem; overflow: auto } pre code { padding: 0; overflow-wrap: normal }
        .wide { overflow-x: auto } table { border-collapse: collapse } td, th { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top }
        img { max-width: 100% }
        @media (max-width: 50rem) { body { display: block } nav { height: auto; position: static; border: 0 } main { padding: 1rem } }
        """;

    private final Path from;
    private final Path to;
    private final Parser parser = Parser.builder()
            .extensions(List.of(TablesExtension.create(), StrikethroughExtension.create()))
            .build();
    private final Map<Path, String> titles = new LinkedHashMap<>();
    private final Set<Path> copied = new LinkedHashSet<>();

    private Site(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    public static void main(String[] args) throws IOException {
        var site = new Site(
                Path.of(args[0]).toAbsolutePath().normalize(), Path.of(args[1]).toAbsolutePath());
        System.out.println(site.make() + " pages in " + args[1]);
    }

    private int make() throws IOException {
        var documents = documents();
        for (var document : documents) {
            titles.put(document, title(document));
        }
        Files.createDirectories(to);
        Files.writeString(to.resolve("site.css"), STYLE);
        for (var document : documents) {
            var page = to.resolve(page(document));
            Files.createDirectories(page.getParent());
            Files.writeString(page, html(document));
        }
        return documents.size();
    }

    /** The documents, those that one reads first in front. */
    private List<Path> documents() throws IOException {
        var documents = new ArrayList<Path>();
        for (var first : List.of("README.md", "docs/install.md", "docs/hooks.md", "docs/typescript-hooks.md")) {
            documents.add(Path.of(first));
        }
        for (var folder : List.of("docs", "docs/reference", "examples", "examples/more", "", "docs/decisions")) {
            try (var files = Files.list(from.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md"))
                        .map(from::relativize)
                        .filter(file -> !documents.contains(file))
                        .sorted()
                        .forEach(documents::add);
            }
        }
        return documents;
    }

    private static Path page(Path document) {
        var name = document.toString();
        return Path.of(
                name.equals("README.md")
                        ? "index.html"
                        : name.replaceAll("README\\.md$", "index.html").replaceAll("\\.md$", ".html"));
    }

    private String title(Path document) throws IOException {
        return Files.readString(from.resolve(document))
                .lines()
                .filter(line -> line.startsWith("# "))
                .findFirst()
                .map(line -> line.substring(2).replace("`", ""))
                .orElse(document.toString());
    }

    private String html(Path document) throws IOException {
        var tree = parser.parse(Files.readString(from.resolve(document)));
        var links = new ArrayList<Node>();
        tree.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                links.add(link);
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                links.add(image);
                visitChildren(image);
            }
        });
        for (var node : links) {
            if (node instanceof Link link) {
                link.setDestination(target(document, link.getDestination()));
            } else if (node instanceof Image image) {
                image.setDestination(target(document, image.getDestination()));
            }
        }
        var used = new HashMap<String, Integer>();
        var renderer = HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create(), StrikethroughExtension.create()))
                .attributeProviderFactory(_ -> (node, _, attributes) -> {
                    if (node instanceof Heading heading) {
                        attributes.put("id", id(text(heading), used));
                    }
                })
                .build();
        var body = renderer.render(tree)
                .replace("<table>", "<div class=\"wide\"><table>")
                .replace("</table>", "</table></div>");
        var up = "../".repeat(document.getNameCount() - 1);
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%s</title>
            <link rel="stylesheet" href="%ssite.css">
            </head>
            <body>
            <nav>
            %s</nav>
            <main>
            %s</main>
            </body>
            </html>
            """.formatted(escaped(titles.get(document)), up, navigation(document, up), body);
    }

    private String navigation(Path document, String up) {
        var list = new StringBuilder();
        var shelf = "";
        for (var one : titles.entrySet()) {
            var path = one.getKey().toString();
            var here = path.startsWith("docs/decisions/")
                    ? "Decisions"
                    : path.startsWith("docs/reference/")
                            ? "Reference"
                            : path.startsWith("docs/") || path.equals("README.md") ? "Guide" : "Source";
            if (here.equals("Decisions") && !document.startsWith("docs/decisions") && shelf.equals(here)) {
                continue;
            }
            if (!here.equals(shelf)) {
                list.append("<p>").append(here).append("</p>\n");
                shelf = here;
            }
            list.append("<a href=\"")
                    .append(up)
                    .append(page(one.getKey()))
                    .append('"')
                    .append(one.getKey().equals(document) ? " aria-current=\"page\"" : "")
                    .append('>')
                    .append(escaped(one.getValue()))
                    .append("</a>\n");
        }
        return list.toString();
    }

    /** Where a link leads on the site; files that are not documents are copied. */
    private String target(Path document, String destination) throws IOException {
        if (destination.startsWith("#") || destination.matches("[a-z]+:.*")) {
            return destination;
        }
        int hash = destination.indexOf('#');
        var path = hash < 0 ? destination : destination.substring(0, hash);
        var anchor = hash < 0 ? "" : destination.substring(hash);
        var file = from.resolve(document).resolveSibling(path).normalize();
        var inside = from.relativize(file);
        if (titles.containsKey(inside)) {
            var own = document.getParent() == null ? Path.of("") : document.getParent();
            return own.relativize(page(inside)) + anchor;
        }
        if (!file.startsWith(from) || !Files.exists(file)) {
            throw new IOException(document + " links to " + destination + ", which is not there");
        }
        if (Files.isDirectory(file)) {
            return folder(document, inside);
        }
        copy(inside);
        return destination;
    }

    private void copy(Path inside) throws IOException {
        if (copied.add(inside)) {
            Files.createDirectories(to.resolve(inside).getParent());
            Files.copy(from.resolve(inside), to.resolve(inside), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** A page that lists the files of a folder. */
    private String folder(Path document, Path inside) throws IOException {
        var own = document.getParent() == null ? Path.of("") : document.getParent();
        var page = inside.resolve("files.html");
        if (copied.add(page)) {
            var list = new StringBuilder();
            try (var files = Files.list(from.resolve(inside))) {
                for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                    var one = from.relativize(file);
                    var shown = titles.containsKey(one) ? inside.relativize(page(one)) : inside.relativize(one);
                    if (!titles.containsKey(one)) {
                        copy(one);
                    }
                    list.append("<li><a href=\"")
                            .append(shown)
                            .append("\">")
                            .append(file.getFileName())
                            .append("</a></li>\n");
                }
            }
            var up = "../".repeat(inside.getNameCount());
            Files.createDirectories(to.resolve(inside));
            Files.writeString(to.resolve(page), """
                <!doctype html>
                <html lang="en">
                <meta charset="utf-8">
                <title>%s</title>
                <link rel="stylesheet" href="%ssite.css">
                <main><h1>%s</h1><p><a href="%sindex.html">Pawl</a></p><ul>
                %s</ul></main>
                </html>
                """.formatted(inside, up, inside, up, list));
        }
        return own.relativize(page).toString();
    }

    /** The id of a heading, as GitHub makes it. */
    private static String id(String text, Map<String, Integer> used) {
        var id = text.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        int before = used.merge(id, 1, Integer::sum) - 1;
        return before == 0 ? id : id + "-" + before;
    }

    private static String text(Node node) {
        var text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }
        });
        return text.toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
