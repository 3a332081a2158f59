import module dev.pawl.api;

/** Shows of every tool only the call; ctrl+o shows the output as usual. */
class MinimalMode implements Hook {
    private static final Component NOTHING = _ -> List.of();

    public void install(Host pi) {
        pi.toolRenderer((_, next) -> new Folded(next.resolve()));
    }

    /** A null, here and in the methods, stands for the ordinary drawing. */
    private record Folded(@Nullable ToolRenderer ordinary) implements ToolRenderer {
        @Override
        public @Nullable Component call(JsonObject arguments, Theme theme, Row row) {
            return ordinary == null ? null : ordinary.call(arguments, theme, row);
        }

        @Override
        public @Nullable Component result(ToolOutput output, Theme theme, Row row) {
            if (!row.expanded() && !row.isError()) {
                return NOTHING;
            }
            return ordinary == null ? null : ordinary.result(output, theme, row);
        }

        @Override
        public boolean drawsShell() {
            return ordinary != null && ordinary.drawsShell();
        }
    }
}
