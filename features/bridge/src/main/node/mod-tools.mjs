// Calls and results of tools as mods know them. The table of names is Pawl's own one of that agent's tools.

/** @param table by Pawl's name of a tool: its names there, and the names of its fields */
export function translation(table) {
  const forms = new Map(Object.entries(table));
  const byName = new Map();
  for (const [own, { names }] of forms) for (const name of names) if (!byName.has(name)) byName.set(name, own);
  const editsField = (form) => form.fields.edits;
  return {
    own: (name) => byName.get(name) ?? name,
    name(own, input) {
      const form = forms.get(own);
      if (!form) return own;
      return own === "edit" && form.names.length > 1 && input?.edits?.length > 1 ? form.names[1] : form.names[0];
    },
    /** @param file the real file that the call works on, if it works on one */
    input(own, input, file) {
      const form = forms.get(own);
      if (!form) return { ...input };
      const there = {};
      for (const [field, name] of Object.entries(form.fields)) {
        const value = input[field];
        if (field === "edits") {
          if (value?.length === 1) Object.assign(there, { old_string: value[0].oldText, new_string: value[0].newText, replace_all: false });
          else if (value) there[name] = value.map(({ oldText, newText }) => ({ old_string: oldText, new_string: newText }));
        } else if (value !== undefined) {
          there[name] = field === "path" && file ? file : field === "timeout" ? Math.round(value * 1_000) : value;
        }
      }
      return { ...there, ...form.added };
    },
    /** The arguments for an input that a mod wrote; what it left as it was stays as the model wrote it. */
    arguments(own, input, file, written) {
      const form = forms.get(own);
      if (!form) return written;
      const before = this.input(own, input, file);
      const changed = {};
      for (const [field, value] of Object.entries(input)) if (!(field in form.fields)) changed[field] = value;
      for (const [field, name] of Object.entries(form.fields)) {
        if (field === "edits") {
          const list = written[name] ?? [written];
          if (list.some((one) => one.replace_all)) throw new Error("replace_all is not possible here: name each place, with the text around it");
          changed.edits = list.map((one) => ({ oldText: one.old_string, newText: one.new_string }));
        } else if (written[name] !== undefined) {
          changed[field] = written[name] === before[name] && field in input ? input[field] : field === "timeout" ? written[name] / 1_000 : written[name];
        }
      }
      if (editsField(form) && !input.edits) delete changed.edits;
      return changed;
    },
  };
}

/** What a tool answered, as `next` of a mod gives it. */
export function resultOf({ toolName, toolCallId, content, isError }) {
  const text = textOf(content);
  const result = toolName === "bash" ? { stdout: isError ? "" : text, stderr: isError ? text : "", interrupted: false, isImage: false } : text;
  return { ref: toolCallId, result, text, ...(isError ? { isError: true } : {}) };
}

/** What a mod made of it: undefined if it is the same. */
export function patchOf(before, after, content) {
  if (after.deny !== undefined) return { content: [{ type: "text", text: after.deny }], isError: true };
  const text = answerText(after);
  const context = (after.context ?? []).map(String);
  const isError = after.isError === true;
  if (text === before.text && context.length === 0 && isError === (before.isError === true)) return undefined;
  const kept = text === before.text ? content : [{ type: "text", text }];
  return { content: [...kept, ...context.map((one) => ({ type: "text", text: one }))], isError };
}

export function answerText(answer) {
  if (typeof answer.text === "string") return answer.text;
  if (typeof answer.result === "string") return answer.result;
  return answer.result === undefined ? "" : JSON.stringify(answer.result);
}

export function textOf(content) {
  if (typeof content === "string") return content;
  return (content ?? []).filter(({ type }) => type === "text").map(({ text }) => text).join("\n");
}
