import module dev.pawl.api;

/** Sends what is written to a file as a prompt: --trigger-file FILE, for scripts that want to talk to a session. */
class FileTrigger implements Hook {
    public void install(Host pi) {
        pi.flag(new Flag.Text("trigger-file", "What is written here is sent as a prompt", null));
        pi.every(java.time.Duration.ofMillis(500), ctx -> {
            var named = pi.flagValue("trigger-file");
            var file = named == null ? null : ctx.project().cwd().resolve(named);
            if (file != null && java.nio.file.Files.isRegularFile(file) && java.nio.file.Files.size(file) > 0) {
                var text = java.nio.file.Files.readString(file);
                java.nio.file.Files.writeString(file, "");
                ctx.messages().sendUser(text.strip());
            }
        });
    }
}
