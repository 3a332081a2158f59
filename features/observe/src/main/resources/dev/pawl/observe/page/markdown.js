// Markdown as models write it: headings, lists, tables, quotes, code, emphasis, links. HTML in it stays text.

function markdown(text) {
  return blocks(text.replace(/\r\n?/g, '\n').split('\n'), 0);
}

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^ {0,3}([-*_])(\s*\1){2,}\s*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const DEEPEST = 12;

function blocks(lines, depth) {
  const made = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i];
    let found;
    if (!line.trim()) {
      i++;
    } else if ((found = FENCE.exec(line))) {
      const [, fence, language] = found;
      const code = [];
      for (i++; i < lines.length && !(lines[i].trim().startsWith(fence) && !lines[i].trim().slice(fence.length).trim()); i++) code.push(lines[i]);
      i++;
      made.push(codeBlock(code.join('\n'), language));
    } else if ((found = HEADING.exec(line))) {
      made.push(make('h' + Math.min(6, found[1].length + 2), '', inline(found[2])));
      i++;
    } else if (RULE.test(line)) {
      made.push(make('hr'));
      i++;
    } else if (/^ {0,3}>/.test(line) && depth < DEEPEST) {
      const quoted = [];
      for (; i < lines.length && /^ {0,3}>/.test(lines[i]); i++) quoted.push(lines[i].replace(/^ {0,3}> ?/, ''));
      made.push(make('blockquote', '', blocks(quoted, depth + 1)));
    } else if (line.includes('|') && /^[\s|:-]*-[\s|:-]*$/.test(lines[i + 1] || '') && lines[i + 1].includes('|')) {
      const head = cells(line);
      const rows = [];
      for (i += 2; i < lines.length && lines[i].includes('|'); i++) rows.push(cells(lines[i]));
      made.push(make('div', 'table', make('table', '',
        make('thead', '', make('tr', '', head.map(cell => make('th', '', inline(cell))))),
        make('tbody', '', rows.map(row => make('tr', '', head.map((_, n) => make('td', '', inline(row[n] || '')))))))));
    } else if ((found = ITEM.exec(line)) && depth < DEEPEST) {
      i = list(lines, i, found, made, depth);
    } else {
      const words = [];
      do words.push(lines[i++]);
      while (i < lines.length && lines[i].trim() && !FENCE.test(lines[i]) && !HEADING.test(lines[i]) && !RULE.test(lines[i])
        && !(ITEM.test(lines[i]) && depth < DEEPEST) && !(/^ {0,3}>/.test(lines[i]) && depth < DEEPEST));
      made.push(make('p', '', inline(words.join('\n'))));
    }
  }
  return made;
}

/** One list from a line on; returns the line after it. */
function list(lines, start, first, made, depth) {
  const indent = first[1].length;
  const ordered = /\d/.test(first[2]);
  const items = [];
  let i = start;
  let own = null;
  for (; i < lines.length; i++) {
    const found = ITEM.exec(lines[i]);
    if (found && found[1].length <= indent + 1 && found[1].length >= indent && /\d/.test(found[2]) === ordered) {
      own = [found[3]];
      items.push(own);
    } else if (lines[i].trim() && /^\s/.test(lines[i]) && lines[i].search(/\S/) > indent) {
      own.push(lines[i].slice(Math.min(lines[i].search(/\S/), indent + (ordered ? 3 : 2))));
    } else if (!lines[i].trim() && i + 1 < lines.length && lines[i + 1].search(/\S/) > indent) {
      own.push('');
    } else if (!lines[i].trim() && ITEM.test(lines[i + 1] || '') && ITEM.exec(lines[i + 1])[1].length === indent) {
      continue;
    } else {
      break;
    }
  }
  const element = make(ordered ? 'ol' : 'ul', '', items.map(item => {
    const parts = blocks(item, depth + 1);
    const task = /^\[([ xX])\] /.exec(item[0]);
    if (task) {
      const box = make('input');
      box.type = 'checkbox';
      box.disabled = true;
      box.checked = task[1] !== ' ';
      return make('li', 'task', box, blocks([item[0].slice(4), ...item.slice(1)], depth + 1));
    }
    return make('li', '', parts.length && parts[0].tagName === 'P' ? [...parts[0].childNodes, ...parts.slice(1)] : parts);
  }));
  if (ordered) element.start = parseInt(first[2], 10);
  made.push(element);
  return i;
}

function cells(row) {
  return row.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map(cell => cell.trim().replace(/\\\|/g, '|'));
}

const INLINE = /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)|\*\*(?=\S)([\s\S]*?\S)\*\*|~~(?=\S)([\s\S]*?\S)~~|(?<![\w*])\*(?=[^\s*])([^*\n]*?[^\s*])\*(?!\*)|(?<!\w)_(?=[^\s_])([^_\n]*?[^\s_])_(?!\w)|!?\[([^\]\n]{0,2000})\]\(\s*<?([^\s)>]{1,4000})>?(?:\s+"[^"\n]*")?\s*\)|(https?:\/\/[^\s<>"'`)\]]+[^\s<>"'`)\].,;:!?])|\\([\\`*_{}[\]()#+.!|~>-])/g;

function inline(text, depth = 0) {
  if (depth > DEEPEST || text.length > PART) return [text];
  const parts = [];
  let last = 0;
  for (const found of text.matchAll(INLINE)) {
    const [all, ticks, code, strong, struck, starred, lined, label, address, bare, escaped] = found;
    parts.push(text.slice(last, found.index));
    last = found.index + all.length;
    if (ticks) parts.push(make('code', 'inline', code));
    else if (strong !== undefined) parts.push(make('strong', '', inline(strong, depth + 1)));
    else if (struck !== undefined) parts.push(make('del', '', inline(struck, depth + 1)));
    else if (starred !== undefined || lined !== undefined) parts.push(make('em', '', inline(starred ?? lined, depth + 1)));
    else if (label !== undefined) parts.push(link(address, inline(label || address, depth + 1)));
    else if (bare) parts.push(link(bare, bare));
    else parts.push(escaped);
  }
  parts.push(text.slice(last));
  return parts;
}
