// How each kind of entry is drawn, with what hooks did to it.

const EFFECTS = { changed: 'changed it', stopped: 'blocked it', shadowed: 'was only recorded', failed: 'failed', timed_out: 'took too long', interrupted: 'was interrupted', passed: 'let it pass' };

function duration(nanos) {
  return nanos < 1e6 ? Math.max(1, Math.round(nanos / 1e3)) + ' µs' : nanos < 1e9 ? (nanos / 1e6).toFixed(1) + ' ms' : (nanos / 1e9).toFixed(1) + ' s';
}

function clock(millis) {
  return new Date(millis).toISOString().slice(0, 19).replace('T', ' ');
}

/** What hooks did at one dispatch. */
function deeds(traces) {
  return traces.map(trace => make('div', 'deeds', trace.steps.filter(step => step.effect !== 'passed').map(step =>
    make('p', 'deed ' + step.effect,
      make('b', '', shortName(step.hook)), ' ', trace.remark ? 'noted' : own(EFFECTS, step.effect) || step.effect,
      make('span', 'quiet', ' at ' + trace.point + (trace.remark ? '' : ', ' + duration(step.nanos))),
      step.note ? make('span', 'note', step.note) : null))));
}

function shortName(path) {
  const parts = String(path).split('/');
  return parts[parts.length - 1] || String(path);
}

function text(value) {
  return inParts(value, part => make('div', 'md', markdown(part)));
}

function contents(entry, around) {
  return (entry.blocks || []).map((block, n) => {
    if (block.text !== undefined) return text(block.text);
    if (block.thinking !== undefined) {
      return fold(entry.id + ':' + n, 'Thinking', () => text(block.thinking));
    }
    if (block.tool !== undefined) return call(entry, block, n, around);
    if (block.image !== undefined) return picture(block.image, block.data);
    return make('p', 'quiet', '[' + (block.other || 'unknown') + ']');
  });
}

/** A tool call: its name and what matters of its arguments. */
function call(entry, block, n, around) {
  const args = block.args || {};
  const done = around.hooksOf(block.call).filter(trace => trace.point !== 'tool_result' && !trace.point.startsWith('tool_execution'));
  const stopped = done.some(trace => trace.steps.some(step => step.effect === 'stopped'));
  const box = make('div', 'call' + (stopped ? ' stopped' : ''));
  const file = args.path || args.file_path;
  if (block.tool === 'bash' && typeof args.command === 'string') {
    box.append(make('p', 'tool', '$'), codeBlock(args.command, 'sh'));
  } else if (block.tool === 'write' && typeof args.content === 'string') {
    box.append(make('p', 'tool', 'write ', make('code', '', String(file))),
      fold(entry.id + ':' + n, lineCount(args.content), () => codeBlock(args.content, languageOf(file)), args.content.length < 2000));
  } else if (block.tool === 'edit' && (Array.isArray(args.edits) || typeof args.oldText === 'string')) {
    box.append(make('p', 'tool', 'edit ', make('code', '', String(file))));
    if (!around.resultOf(block.call)?.diff) {
      for (const edit of Array.isArray(args.edits) ? args.edits : [args]) {
        box.append(make('pre', 'code diff', marked(edit.oldText, '-'), marked(edit.newText, '+')));
      }
    }
  } else {
    const short = Object.entries(args).every(([, value]) => typeof value !== 'object' && String(value).length < 100);
    box.append(make('p', 'tool', block.tool, ' ', short ? make('code', '', Object.entries(args).map(([name, value]) => name + '=' + value).join(' ')) : null));
    if (!short) box.append(fold(entry.id + ':' + n, 'Arguments', () => codeBlock(JSON.stringify(args, null, 2), 'json')));
  }
  box.append(...deeds(done));
  return box;
}

function marked(value, sign) {
  return String(value ?? '').split('\n').map(line => make('span', sign === '+' ? 'add' : 'del', sign + ' ' + line + '\n'));
}

function lineCount(value) {
  const lines = value.split('\n').length;
  return lines + (lines === 1 ? ' line' : ' lines');
}

function usage(entry) {
  const used = entry.usage;
  if (!used) return null;
  const parts = [number(used.input) + ' in', number(used.output) + ' out'];
  if (used.cacheRead) parts.push(number(used.cacheRead) + ' from cache');
  if (used.cacheWrite) parts.push(number(used.cacheWrite) + ' to cache');
  if (used.cost) parts.push('$' + used.cost.toFixed(4));
  return make('p', 'usage', parts.join(' · '));
}

function number(value) {
  return Number(value || 0).toLocaleString('en-US');
}

const TITLES = { user: 'User', system: 'System prompt', bash: 'Command of the user', summary: 'Summary of the conversation before', left: 'Summary of a branch that was left' };

/** One entry as a section. */
function draw(entry, around) {
  const title = entry.title || TITLES[entry.kind] || entry.kind;
  const section = make('section', entry.kind + (entry.error ? ' failed' : ''));
  section.id = 'e-' + entry.id;
  const head = make('h2', '', title, ' ', make('time', '', clock(entry.time)));
  if (around.label) head.append(make('span', 'label', around.label));
  section.append(head);
  if (entry.kind === 'result') {
    result(entry, section, around);
  } else if (entry.kind === 'bash') {
    section.append(codeBlock(entry.command, 'sh'), fold(entry.id + ':o', lineCount(entry.output), () => codeBlock(entry.output, ''), entry.output.length < 2000));
    if (entry.exit) section.append(make('p', 'error', 'exit code ' + entry.exit));
  } else if (entry.kind === 'system') {
    section.append(fold(entry.id + ':s', 'Show', () => contents(entry, around)));
  } else {
    section.append(...contents(entry, around).flat(Infinity));
  }
  if (entry.error && entry.kind !== 'result') section.append(make('p', 'error', entry.error));
  const figures = usage(entry);
  if (figures) section.append(figures);
  section.append(...deeds(around.after));
  return section;
}

function result(entry, section, around) {
  if (entry.diff) section.append(fold(entry.id + ':d', 'Changes', () => make('pre', 'code diff', inParts(entry.diff, part => make('code', '', diffLines(part)))), true));
  const words = (entry.blocks || []).filter(block => block.text !== undefined).map(block => block.text).join('\n');
  const pictures = (entry.blocks || []).filter(block => block.image !== undefined);
  const language = entry.tool === 'read' ? languageOf(around.argsOf(entry.call)?.path) : '';
  if (words) section.append(fold(entry.id + ':r', lineCount(words), () => codeBlock(words, language), entry.error || (!entry.diff && words.length < 1200)));
  section.append(...pictures.map(block => picture(block.image, block.data)));
  section.append(...deeds(around.hooksOf(entry.call).filter(trace => trace.point === 'tool_result' || trace.point.startsWith('tool_execution'))));
}
