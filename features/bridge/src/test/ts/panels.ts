import { CustomEditor, type ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { matchesKey, type OverlayHandle, Text } from "@earendil-works/pi-tui";

class FancyEditor extends CustomEditor {
  render(width: number): string[] {
    return ["~ fancy ~", ...super.render(width)];
  }
}

/** Puts something of its own into every part of the screen. */
export default function (pi: ExtensionAPI) {
  let handle: OverlayHandle | undefined;

  pi.on("session_start", (_event, ctx) => {
    ctx.ui.setHeader(() => new Text("my header", 0, 0));
    ctx.ui.setFooter((tui, _theme, data) => ({
      render: () => {
        const statuses = [...data.getExtensionStatuses().values()].join();
        return [`my footer: ${statuses} ${tui.terminal.columns}x${tui.terminal.rows} ${data.getGitBranch() ?? "no branch"}`];
      },
      invalidate() {},
    }));
    ctx.ui.setStatus("word", "status-one");
    ctx.ui.setWidget("mine", () => new Text("my widget", 0, 0));
    ctx.ui.addAutocompleteProvider((current) => ({
      async getSuggestions(lines, line, column, options) {
        if (!lines[line].slice(0, column).endsWith("#")) return current.getSuggestions(lines, line, column, options);
        return { prefix: "#", items: ["#41 question", "#42 answer"].map((label) => ({ value: label.slice(0, 3), label })) };
      },
      applyCompletion: (lines, line, column, item, prefix) => current.applyCompletion(lines, line, column, item, prefix),
    }));
  });

  pi.registerCommand("panel", {
    description: "Opens a panel",
    handler: async (_args, ctx) => {
      let keys = "";
      const open = ctx.ui.custom<string>(
        (tui, _theme, _keys, done) => ({
          render: (width) => [`| panel ${keys}`.padEnd(width - 1) + "|"],
          handleInput(data) {
            if (matchesKey(data, "escape")) return done(`closed after ${keys}`);
            if (data === "u") handle?.unfocus();
            keys += data;
            tui.requestRender();
          },
          invalidate() {},
        }),
        { overlay: true, overlayOptions: { anchor: "top-right", width: 24 }, onHandle: (shown) => (handle = shown) },
      );
      void open.then((answer) => ctx.ui.notify(answer ?? "none"));
    },
  });

  pi.registerCommand("hide", {
    description: "Hides the panel, or shows it",
    handler: async (_args, ctx) => {
      const bounds = handle?.getBounds();
      handle?.setHidden(!handle.isHidden());
      const { col, width } = bounds ?? { col: -1, width: -1 };
      ctx.ui.notify(`hidden ${handle?.isHidden()}, focused ${handle?.isFocused()}, at ${col} wide ${width}`);
    },
  });

  pi.registerCommand("focus", {
    description: "Gives the panel the keyboard",
    handler: async (_args, ctx) => {
      handle?.focus();
      ctx.ui.notify(`the panel has the keyboard: ${handle?.isFocused()}`);
    },
  });

  pi.registerCommand("fancy", {
    description: "Writes in another editor",
    handler: async (_args, ctx) => ctx.ui.setEditorComponent((tui, theme, keys) => new FancyEditor(tui, theme, keys)),
  });

  pi.registerCommand("plain", {
    description: "Takes everything away",
    handler: async (_args, ctx) => {
      ctx.ui.setEditorComponent(undefined);
      ctx.ui.setHeader(undefined);
      ctx.ui.setFooter(undefined);
      ctx.ui.setWidget("mine", undefined);
      ctx.ui.notify(`editor ${ctx.ui.getEditorComponent() === undefined}, text "${ctx.ui.getEditorText()}"`);
    },
  });
}
