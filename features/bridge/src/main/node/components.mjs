// Components of extensions on Pawl's screen: lines go out, keys come in.
import { tell } from "./channel.mjs";
import { keepFunction } from "./functions.mjs";
import { internal, module } from "./packages.mjs";

/**
 * The terminal as a component sees it.
 *
 * @param overlay shows a component above everything, and returns its handle
 */
export function screenOf(extension, screen, overlay) {
  const shown = [];
  const tui = {
    terminal: {
      columns: screen?.columns ?? 80,
      rows: screen?.rows ?? 24,
      kittyProtocolActive: false,
      write() {},
      hideCursor() {},
      showCursor() {},
      setTitle() {},
    },
    children: [],
    focused: null,
    requestRender: () => tell("ui.render", { instance: extension.instance, call: null }, [screen?.id ?? 0]),
    addChild(child) {
      tui.children.push(child);
    },
    removeChild(child) {
      tui.children = tui.children.filter((other) => other !== child);
    },
    clear() {
      tui.children = [];
    },
    setFocus(component) {
      tui.focused = component;
    },
    invalidate: () => tui.requestRender(),
    showOverlay(component, options) {
      const handle = overlay(component, options);
      shown.push(handle);
      return {
        ...handle,
        hide() {
          shown.splice(shown.indexOf(handle), 1);
          handle.hide();
        },
      };
    },
    hideOverlay: () => shown.pop()?.hide(),
    hasOverlay: () => shown.some((handle) => !handle.isHidden()),
    addInputListener: () => () => {},
    removeInputListener() {},
    getShowHardwareCursor: () => false,
    setShowHardwareCursor() {},
    queryCellSize() {},
    start() {},
    stop() {},
  };
  return tui;
}

/**
 * A component as one function of Pawl's: the first argument says what to do.
 *
 * @param tui the terminal that the component was given, which learns its size from Pawl with every drawing
 * @param own what else to do with the component
 */
export function componentFunction(extension, component, tui, own) {
  if (component === undefined || component === null) return null;
  const number = keepFunction(extension, ([op, value, columns, rows]) => {
    switch (op) {
      case "render":
        if (tui && columns) Object.assign(tui.terminal, { columns, rows });
        return own?.visible?.() === false ? [] : component.render(value);
      case "input":
        component.handleInput?.(value);
        return null;
      case "invalidate":
        component.invalidate?.();
        return null;
      case "focus":
        if ("focused" in component) component.focused = value;
        own?.focus?.(value);
        return null;
      case "text":
        return component.getText?.() ?? "";
      case "setText":
        component.setText?.(value);
        return null;
      case "onSubmit":
        component.onSubmit = (text) => tell("ui.submitted", { instance: extension.instance, call: null }, [number, text]);
        return null;
      case "dispose":
        component.dispose?.();
        extension.functions.byNumber.delete(number);
        return null;
    }
  });
  return { component: number, takesKeys: typeof component.handleInput === "function" };
}

let manager;

/** The keys bound to actions, from the user's own file. */
export function keybindings() {
  if (!manager) {
    const { KeybindingsManager } = internal("core/keybindings.js");
    manager = KeybindingsManager.create();
    try {
      module("@earendil-works/pi-tui").setKeybindings?.(manager);
    } catch {
      // Components then know the default keys.
    }
  }
  return manager;
}
