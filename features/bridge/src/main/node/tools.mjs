// Tools and drawings that extensions bring.
import { componentFunction } from "./components.mjs";
import { makeContext } from "./context.mjs";
import { hasEnded } from "./events.mjs";
import { describe } from "./failures.mjs";
import { keepFunction } from "./functions.mjs";
import { startTheme } from "./packages.mjs";

export function toolRegistration(extension, tool) {
  if (typeof tool?.name !== "string" || tool.name === "") {
    throw new Error(`a tool needs a name, a string that is not empty, not ${describe(tool?.name)}`);
  }
  if (typeof tool.parameters !== "object" || tool.parameters === null || Array.isArray(tool.parameters)) {
    throw new Error(
      `Tool "${tool.name}" registered by extension "${extension.path}" must define an object parameter schema.`,
    );
  }
  if (typeof tool.execute !== "function") throw new Error(`tool "${tool.name}" needs a function execute`);
  const before = definitions.get(tool.name);
  if (!before || before.extension.stale || before.extension === extension) definitions.set(tool.name, { extension, tool });
  const state = new Map();
  const rows = (id) => {
    if (!state.has(id)) state.set(id, {});
    return state.get(id);
  };
  return {
    kind: "tool",
    function: keepFunction(extension, ([id, params], call) => execute(extension, tool, id, params, call)),
    prepare: tool.prepareArguments ? keepFunction(extension, ([raw]) => tool.prepareArguments(raw)) : null,
    loadout: tool.prepareLoadout ? keepFunction(extension, ([declared]) => loadout(extension, tool, declared)) : null,
    renderCall: tool.renderCall
      ? keepFunction(extension, ([args, row]) =>
          componentFunction(extension, tool.renderCall(args, startTheme().theme, rowOf(row, rows))),
        )
      : null,
    renderResult: tool.renderResult
      ? keepFunction(extension, ([result, row]) =>
          componentFunction(
            extension,
            tool.renderResult(
              result,
              { expanded: row.expanded, isPartial: row.isPartial },
              startTheme().theme,
              rowOf(row, rows),
            ),
          ),
        )
      : null,
    renderShell: tool.renderShell === "self",
    tool: {
      name: tool.name,
      label: tool.label ?? tool.name,
      description: tool.description ?? "",
      parameters: tool.parameters,
      promptSnippet: tool.promptSnippet ?? null,
      promptGuidelines: tool.promptGuidelines ?? [],
      outputSchema: tool.outputSchema ?? null,
      sequential: tool.executionMode === "sequential",
      exposure: tool.exposure ?? "direct",
      defaultActive: tool.defaultActive ?? null,
      namespace: tool.namespace ?? null,
      annotations: tool.annotations ?? null,
      constrainedSampling: tool.constrainedSampling || null,
    },
  };
}

/** The definitions of the tools that extensions registered, by name: what a description cannot hold is taken from them. */
const definitions = new Map();

/** A description of a tool, with what its definition says in functions and hints. */
export function described(info) {
  const found = definitions.get(info.name);
  if (!found || found.extension.stale || info.sourceInfo?.path !== found.extension.path) return info;
  const { annotations, reachesTools } = found.tool;
  return { ...info, ...(annotations ? { annotations: { ...annotations } } : {}), ...(reachesTools ? { reachesTools } : {}) };
}

/** What a tool changes in how the tools beside it are presented. */
function loadout(extension, tool, declared) {
  const registered = extension.api.getAllTools();
  const names = new Set(declared.map(({ name }) => name));
  const named = (name) => registered.find((other) => other.name === name);
  const isCallable = ({ name, exposure }) =>
    exposure === "direct" ? names.has(name) : exposure === "codemode" || exposure === "deferred";
  const changes = tool.prepareLoadout({
    declared: declared.map(described),
    callable: registered.filter(isCallable),
    registered,
    getExposure: (name) => named(name)?.exposure ?? "hidden",
    getNamespace: (name) => named(name)?.namespace,
    getPromptGuidelines: (name) => named(name)?.promptGuidelines ?? [],
  });
  return { descriptions: changes?.descriptions ?? {}, hidden: changes?.hiddenDeclarations ?? [] };
}

async function execute(extension, tool, id, params, call) {
  let over = false;
  const update = (partial) => {
    if (!over) call.emit("tool.update", [partial]);
  };
  try {
    const result = await tool.execute(id, params, call.signal, update, makeContext(extension, call));
    if (typeof result === "string") return { content: [{ type: "text", text: result }] };
    if (result === null || typeof result !== "object" || !Array.isArray(result.content)) {
      throw new Error(`tool "${tool.name}" must return { content: […] }, not ${describe(result)}`);
    }
    return result;
  } finally {
    over = true;
    if (!call.cancelled) hasEnded(id);
  }
}

function rowOf(row, rows) {
  return {
    ...row,
    state: rows(row.toolCallId),
    lastComponent: undefined,
    invalidate() {},
    keyText: (id) => id,
    keyHint: (id, description) => `${id} ${description}`,
  };
}

export function rendererOf(extension, render) {
  return keepFunction(extension, ([what, options]) =>
    componentFunction(extension, render(what, options, startTheme().theme)),
  );
}

/** A resolver of tool renderers: it is asked with a tool's name and says which parts it draws itself. */
export function toolRendererOf(extension, resolve) {
  return keepFunction(extension, ([op, name, ...args]) => {
    const renderer = resolve(name, () => undefined);
    if (op === "resolve") {
      return renderer
        ? { call: !!renderer.renderCall, result: !!renderer.renderResult, shell: renderer.renderShell === "self" }
        : null;
    }
    const [what, row] = args;
    const theme = startTheme().theme;
    return componentFunction(
      extension,
      op === "call"
        ? renderer?.renderCall?.(what, theme, rowOf(row, () => ({})))
        : renderer?.renderResult?.(what, { expanded: row.expanded, isPartial: row.isPartial }, theme, rowOf(row, () => ({}))),
    );
  });
}
