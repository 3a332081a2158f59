package dev.pawl.packages.source;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the ways to write a git repository: {@code git:host/user/repo@ref}, {@code git@host:user/repo}, URLs. */
final class GitUrl {
    private static final Pattern URL = Pattern.compile("(https?|ssh|git)://.+", Pattern.CASE_INSENSITIVE);
    private static final Pattern SCP = Pattern.compile("git@([^:/@]+):([^@#]+)(?:[@#](.+))?");
    private static final Pattern SHORT = Pattern.compile("([^/:@#]+)/([^@#]+)(?:[@#](.+))?");
    private static final Pattern REF = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_./+-]*");

    private GitUrl() {}

    static boolean isOne(String text) {
        return text.startsWith("git:") || URL.matcher(text).matches();
    }

    static PackageSource.Git parse(String written) {
        var text = written.startsWith("git:") && !written.startsWith("git://")
                ? written.substring("git:".length()).strip()
                : written;
        var scp = SCP.matcher(text);
        if (scp.matches()) {
            return source(
                    written, "git@" + scp.group(1) + ":" + scp.group(2), scp.group(1), scp.group(2), scp.group(3));
        }
        if (URL.matcher(text).matches()) {
            return url(written, text);
        }
        var brief = SHORT.matcher(text);
        if (brief.matches()) {
            boolean host = brief.group(1).contains(".") || brief.group(1).equals("localhost");
            var at = host ? brief.group(1) : "github.com";
            var path = host ? brief.group(2) : brief.group(1) + "/" + brief.group(2);
            return source(written, "https://" + at + "/" + path, at, path, brief.group(3));
        }
        throw wrong(written);
    }

    private static PackageSource.Git url(String written, String text) {
        try {
            var uri = new URI(text);
            var path = uri.getRawPath() == null ? "" : uri.getRawPath();
            var host = uri.getHost();
            var ref = uri.getRawFragment();
            int at = path.indexOf('@');
            if (at > 0) {
                ref = path.substring(at + 1);
                path = path.substring(0, at);
            }
            if (host == null) {
                throw wrong(written);
            }
            var repo = uri.getScheme() + "://" + uri.getRawAuthority() + path;
            return source(written, repo, host, path.startsWith("/") ? path.substring(1) : path, ref);
        } catch (URISyntaxException e) {
            throw wrong(written);
        }
    }

    private static PackageSource.Git source(
            String written, String repo, String host, String path, @Nullable String ref) {
        var plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        plain = plain.endsWith(".git") ? plain.substring(0, plain.length() - ".git".length()) : plain;
        if (!isSafe(host) || host.contains("/") || !isSafe(plain) || !plain.contains("/")) {
            throw wrong(written);
        }
        if (ref != null && (!REF.matcher(ref).matches() || ref.contains(".."))) {
            throw new IllegalArgumentException(
                    "\"" + written + "\" asks for \"" + ref + "\", which is no branch, tag or commit");
        }
        return new PackageSource.Git(repo, host, plain, ref);
    }

    /** It becomes the name of a folder, which must not lead elsewhere. */
    private static boolean isSafe(String part) {
        String decoded;
        try {
            decoded = URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return false;
        }
        for (var text : List.of(part, decoded)) {
            if (text.isEmpty() || text.startsWith("/") || text.startsWith("-") || text.indexOf('\\') >= 0) {
                return false;
            }
            for (var name : text.split("/", -1)) {
                if (name.isEmpty() || name.startsWith(".") || name.chars().anyMatch(c -> c <= ' ')) {
                    return false;
                }
            }
        }
        return true;
    }

    private static IllegalArgumentException wrong(String written) {
        return new IllegalArgumentException("\"" + written
                + "\" does not name a git repository. Write git:HOST/USER/REPO or git:HOST/USER/REPO@REF, for example"
                + " git:github.com/acme/tools@v1");
    }
}
