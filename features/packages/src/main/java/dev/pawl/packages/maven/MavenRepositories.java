package dev.pawl.packages.maven;

import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The Maven repositories that the user allowed hooks to use, one address a line in the user's folder. */
public final class MavenRepositories {
    private static final int LARGEST = 1 << 20;
    private static final Map<String, String> KNOWN = Map.of(
            "central", "https://repo.maven.apache.org/maven2",
            "mavencentral", "https://repo.maven.apache.org/maven2",
            "google", "https://maven.google.com",
            "jitpack", "https://jitpack.io",
            "sponge", "https://repo.spongepowered.org/maven",
            "spring-ga", "https://repo.spring.io/release");

    private final Path file;

    /** Those that the user allowed, in the user's folder. */
    public MavenRepositories(Path agentDir) {
        this.file = agentDir.resolve("repositories.txt");
    }

    /** The repositories that a hook names, as {@code id=url}; one that is not allowed is refused with a sentence. */
    List<String> allowed(List<String> written) throws IOException {
        var all = new ArrayList<String>();
        for (var one : written) {
            int sign = one.indexOf('=');
            var name = sign < 0 ? one : one.substring(0, sign);
            var url =
                    address(sign < 0 ? KNOWN.getOrDefault(one.toLowerCase(Locale.ROOT), one) : one.substring(sign + 1));
            if (url.equals(KNOWN.get("central"))) {
                continue;
            }
            if (!lines().contains(url)) {
                throw new IOException("asks for libraries from " + url
                        + ", which you have not allowed. If you know whose" + " it is: pawl hooks allow " + url);
            }
            all.add((sign < 0 ? "r" + all.size() : name.replaceAll("[^A-Za-z0-9_-]", "-")) + "=" + url);
        }
        return all;
    }

    /** All that are allowed, as {@code id=url}. */
    public List<String> all() throws IOException {
        var all = new ArrayList<String>();
        for (var url : lines()) {
            all.add("r" + all.size() + "=" + url);
        }
        return all;
    }

    /** Allows a repository; returns its address. */
    public String allow(String written) throws IOException {
        var url = address(KNOWN.getOrDefault(written.toLowerCase(Locale.ROOT), written));
        if (!lines().contains(url)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, url + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return url;
    }

    private List<String> lines() throws IOException {
        try {
            return new String(RegularFile.read(file, LARGEST), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /** What is fetched without encryption could be changed on the way. */
    private static String address(String written) throws IOException {
        try {
            var uri = new URI(written);
            var scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            var host = String.valueOf(uri.getHost());
            boolean here = host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
            if (scheme.equals("https") || scheme.equals("file") || (scheme.equals("http") && here)) {
                return written.endsWith("/") ? written.substring(0, written.length() - 1) : written;
            }
        } catch (URISyntaxException e) {
            // Reported below.
        }
        throw new IOException("\"" + written + "\" is no address of a repository. Write https://…");
    }
}
