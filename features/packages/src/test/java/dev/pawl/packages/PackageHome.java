package dev.pawl.packages;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.packages.install.Installed;
import dev.pawl.packages.install.PackageInstaller;
import dev.pawl.packages.source.PackageSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** A user's folder and a project whose packages are installed and loaded. */
public final class PackageHome {
    public final Path home;
    public final Path project;
    public final Map<String, String> environment = new HashMap<>();
    private boolean offline;
    private boolean scripts;

    public PackageHome(Path dir) throws IOException {
        var root = dir.toRealPath();
        home = Files.createDirectories(root.resolve("home"));
        project = Files.createDirectories(root.resolve("project"));
        environment.put("HOME", home.toString());
        environment.put("PATH", System.getenv().getOrDefault("PATH", ""));
        environment.put("npm_config_cache", root.resolve("npm-cache").toString());
    }

    public PackageHome offline() {
        offline = true;
        return this;
    }

    /** Runs the install scripts of packages. */
    public PackageHome scripts() {
        scripts = true;
        return this;
    }

    public Path agentDir() {
        return home.resolve(".pi/agent");
    }

    private Folders folders() {
        return Folders.of(environment, project);
    }

    public PackageHome user(String name, String text) throws IOException {
        return write(agentDir().resolve(name), text);
    }

    public PackageHome file(String name, String text) throws IOException {
        return write(project.resolve(name), text);
    }

    private PackageHome write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    private PackageInstaller.Options options() {
        return new PackageInstaller.Options(environment, offline, scripts, agentDir(), _ -> {});
    }

    /** What installs packages of the user. */
    public PackageInstaller installer() {
        return installer(Layer.USER);
    }

    public PackageInstaller installer(Layer layer) {
        return new PackageInstaller(folders().of(layer), options());
    }

    public PackageSource source(String written) {
        return PackageSource.parse(written, folders(), agentDir());
    }

    /** Installs a package of the user's. */
    public Installed install(String written) throws IOException, InterruptedException {
        return installer().install(source(written), written, PackageInstaller.Completion.NONE);
    }

    /** What a start loads: the packages of the user, and of the project if it is trusted. */
    public Packages load(boolean trusted) throws InterruptedException {
        return Packages.load(folders(), SettingsStore.in(folders()).read(trusted), options());
    }

    /** Every file of the user's folder with a checksum. */
    public Map<String, Long> snapshot() throws IOException {
        var all = new TreeMap<String, Long>();
        try (var files = Files.walk(agentDir())) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var sum = new CRC32();
                sum.update(Files.readAllBytes(file));
                all.put(agentDir().relativize(file).toString(), sum.getValue());
            }
        }
        return all;
    }
}
