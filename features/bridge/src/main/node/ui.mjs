// ctx.ui: dialogs with the user, and what extensions show on the screen.
import { request, requestSync, tell } from "./channel.mjs";
import { componentFunction, keybindings, screenOf } from "./components.mjs";
import { dropFunction, keepFunction } from "./functions.mjs";
import { startTheme } from "./packages.mjs";

/** The answer that the cursor is on at first; of a confirm also as a truth. */
function preselected(options) {
  const answer = options?.preselected;
  return answer === undefined || answer === null ? null : answer === true ? "Yes" : answer === false ? "No" : String(answer);
}

export function userInterface({ from, state, extension }) {
  const say = (method, ...args) => (state(), tell(method, from, args));
  const ask = (method, ...args) => (state(), requestSync(method, from, args));
  const dialog = (method, options, ...args) => {
    state();
    return request(method, from, [...args, options?.timeout ?? null, preselected(options)], options?.signal).catch((error) => {
      if (options?.signal?.aborted) return undefined;
      throw error;
    });
  };
  const onScreen = () => state().mode === "tui";
  /** A factory that Pawl calls once the screen is there. */
  const factory = (make, extra) =>
    keepFunction(extension, async ([screen]) => {
      const tui = screenOf(extension, screen, overlay);
      return componentFunction(extension, await make(tui, startTheme().theme, ...(extra ? extra(tui) : [])), tui);
    });
  const ui = {
    select: (title, options, opts) => dialog("ui.select", opts, title, (options ?? []).map(String)),
    confirm: async (title, message, opts) => (await dialog("ui.confirm", opts, title, message ?? "")) === true,
    input: (title, placeholder, opts) => dialog("ui.input", opts, title, placeholder ?? ""),
    editor: (title, prefill) => dialog("ui.editor", undefined, title, prefill ?? ""),
    notify: (message, type) => say("ui.notify", String(message), type ?? null),
    setStatus: (key, text) => say("ui.status", key, text === undefined || text === null ? null : String(text)),
    setWidget(key, content, options) {
      const placement = options?.placement ?? null;
      if (typeof content === "function") {
        if (onScreen()) say("ui.widgetComponent", key, factory(content), placement);
      } else {
        say("ui.widget", key, Array.isArray(content) ? content.map(String) : null, placement);
      }
    },
    setWorkingMessage: (message) => say("ui.workingMessage", message ?? null),
    setWorkingVisible: (visible) => say("ui.workingVisible", !!visible),
    setWorkingIndicator: (options) => say("ui.workingIndicator", options?.frames ?? null, options?.intervalMs ?? 80),
    setHiddenThinkingLabel: (label) => say("ui.hiddenThinkingLabel", label ?? null),
    setTitle: (title) => say("ui.title", String(title)),
    setFooter(make) {
      if (!onScreen()) return;
      say("ui.footer", make ? factory(make, (tui) => [footerData(tui)]) : null);
    },
    setHeader(make) {
      if (onScreen()) say("ui.header", make ? factory(make) : null);
    },
    custom(make, options) {
      state();
      if (typeof make !== "function") return shown(make);
      if (!onScreen()) return Promise.resolve(undefined);
      return dialogOf(make, options);
    },
    setEditorText: (text) => say("ui.editorText", String(text)),
    getEditorText: () => (onScreen() ? ask("ui.getEditorText") : ""),
    pasteToEditor: (text) => say("ui.paste", String(text)),
    addAutocompleteProvider(wrap) {
      if (onScreen()) autocomplete(wrap);
    },
    setEditorComponent(make) {
      if (!onScreen()) return;
      extension.editor = make ?? undefined;
      say(
        "ui.editorComponent",
        make
          ? keepFunction(extension, ([screen]) => {
              const tui = screenOf(extension, screen, overlay);
              return componentFunction(extension, make(tui, startTheme().getEditorTheme(), keybindings()), tui);
            })
          : null,
      );
    },
    getEditorComponent: () => extension.editor,
    onTerminalInput(handler) {
      if (!onScreen()) return () => {};
      const number = keepFunction(extension, ([data]) => {
        const answer = handler(data);
        return answer?.consume ? { consume: true } : { data: answer?.data ?? data };
      });
      say("ui.onTerminalInput", number);
      return () => {
        say("ui.offTerminalInput", number);
        dropFunction(extension, number);
      };
    },
    get theme() {
      return state(), startTheme().theme;
    },
    getAllThemes: () => (onScreen() ? ask("ui.themes").map((name) => ({ name, path: undefined })) : []),
    getTheme(name) {
      if (!onScreen()) return undefined;
      return startTheme().getThemeByName?.(name);
    },
    setTheme(theme) {
      const name = typeof theme === "string" ? theme : theme?.name;
      const error = ask("ui.setTheme", name ?? "");
      return error ? { success: false, error } : { success: true };
    },
    getToolsExpanded: () => (onScreen() ? ask("ui.toolsExpanded") : false),
    setToolsExpanded: (expanded) => say("ui.setToolsExpanded", !!expanded),
  };

  /** A dialog of the extension's own; its answer never leaves this process, for it may be anything. */
  async function dialogOf(make, options) {
    let answer;
    const where = typeof options?.overlayOptions === "function" ? options.overlayOptions() : (options?.overlayOptions ?? {});
    const { visible, ...place } = where;
    const number = keepFunction(extension, async ([screen]) => {
      const tui = screenOf(extension, screen, overlay);
      const done = (value) => {
        answer = value;
        tell("ui.done", { instance: extension.instance, call: null }, [number]);
      };
      const component = await make(tui, startTheme().theme, keybindings(), done);
      return componentFunction(extension, component, tui, {
        visible: visible ? () => visible(tui.terminal.columns, tui.terminal.rows) : undefined,
        focus: (value) => handle.focused(value),
      });
    });
    const handle = overlayHandle(number, place.nonCapturing !== true);
    options?.onHandle?.(handle.face);
    try {
      await request("ui.custom", from, [number, options?.overlay === true, place]);
    } finally {
      handle.end();
      dropFunction(extension, number);
    }
    return answer;
  }

  /** Shows a component above everything until its handle hides it. */
  function overlay(component, overlayOptions) {
    let face;
    dialogOf(() => component, { overlay: true, overlayOptions, onHandle: (handle) => (face = handle) }).catch(() => {});
    return face;
  }

  /** What an extension may do with an overlay; what it looks at is known here. */
  function overlayHandle(number, capturing) {
    const own = { instance: extension.instance, call: null };
    let over = false;
    let hidden = false;
    let focused = capturing;
    const toScreen = (method, value) => over || tell(method, own, [number, value]);
    const face = {
      hide: () => tell("ui.done", own, [number]),
      setHidden(value) {
        hidden = !!value;
        toScreen("ui.overlayHidden", hidden);
      },
      isHidden: () => hidden,
      focus() {
        focused = true;
        toScreen("ui.overlayFocus", true);
      },
      unfocus() {
        focused = false;
        toScreen("ui.overlayFocus", false);
      },
      isFocused: () => focused && !hidden,
      getBounds: () => (hidden ? undefined : requestSync("ui.overlayBounds", own, [number])),
    };
    return { face, focused: (value) => (focused = value), end: () => (over = true) };
  }

  /** The older form: a component in, a handle out. */
  function shown(component) {
    if (!onScreen()) return { close() {}, requestRender() {} };
    const number = keepFunction(extension, () => componentFunction(extension, component));
    say("ui.show", number);
    return {
      close: () => say("ui.close", number),
      requestRender: () => tell("ui.render", { instance: extension.instance, call: null }, [number]),
    };
  }

  function autocomplete(wrap) {
    const current = {
      getSuggestions: (lines, line, column, options) =>
        request("ui.suggest", from, [lines, line, column, options?.force === true], options?.signal),
      applyCompletion: (lines, line, column, item, prefix) =>
        requestSync("ui.applySuggestion", from, [lines, line, column, item, prefix]),
    };
    const provider = wrap(current);
    say(
      "ui.autocomplete",
      keepFunction(extension, async ([op, ...args]) => {
        if (op === "apply") return provider.applyCompletion(...args);
        const [lines, line, column, force] = args;
        return provider.getSuggestions(lines, line, column, { force, signal: new AbortController().signal });
      }),
    );
  }

  function footerData(tui) {
    return {
      getGitBranch: () => ask("ui.footerData").gitBranch ?? null,
      getExtensionStatuses: () => new Map(Object.entries(ask("ui.footerData").statuses ?? {})),
      getAvailableProviderCount: () => new Set(ask("models.available").map((model) => model.provider)).size,
      onBranchChange: (listener) => {
        const own = { instance: extension.instance, call: null };
        const number = keepFunction(extension, () => void listener());
        tell("ui.onBranchChange", own, [number]);
        return () => {
          tell("ui.offBranchChange", own, [number]);
          dropFunction(extension, number);
        };
      },
    };
  }

  return ui;
}
