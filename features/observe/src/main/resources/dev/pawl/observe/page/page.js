// Search, keys, theme, and the start.

const field = document.getElementById('search');
const counter = document.getElementById('hits');
let hits = [];
let hitAt = -1;
let wanted = '';
let searching = 0;

/** Looks through all branches, some milliseconds at a time. */
async function search(query) {
  const mine = ++searching;
  wanted = query.toLowerCase();
  hits = [];
  hitAt = -1;
  markHits(main);
  if (!wanted) {
    counter.textContent = '';
    return;
  }
  await loaded;
  const plain = /^[\w .,:;/()=+@#$%!?*-]*$/.test(query);
  if (mine !== searching) return;
  let until = performance.now() + 12;
  for (let n = 0, text = chunkText(0); text !== null; text = chunkText(++n)) {
    if (!plain || text.toLowerCase().includes(wanted)) {
      for (const [i, entry] of chunk(n)) if (wordsOf(entry).toLowerCase().includes(wanted)) hits.push(i);
    }
    if (performance.now() > until) {
      counter.textContent = hits.length + '…';
      await new Promise(done => setTimeout(done));
      if (mine !== searching) return;
      until = performance.now() + 12;
    }
  }
  hits.sort((a, b) => onPath.has(b) - onPath.has(a) || a - b);
  counter.textContent = hits.length ? hits.length + ' found' : 'nothing found';
  document.body.dataset.searched = query;
}

function step(by) {
  if (!hits.length) return;
  hitAt = (hitAt + by + hits.length) % hits.length;
  counter.textContent = (hitAt + 1) + ' of ' + hits.length;
  show(hits[hitAt]);
  const section = document.getElementById('e-' + index[hits[hitAt]][ID]);
  if (!section) return;
  for (const details of section.querySelectorAll('details')) {
    details.open = true;
    details.fill();
  }
  markHits(section);
}

/** Marks what was searched for without changing any element. */
function markHits(element) {
  if (!window.CSS || !CSS.highlights) return;
  if (element === main || !wanted) CSS.highlights.delete('hit');
  if (!wanted) return;
  const mark = CSS.highlights.get('hit') || new Highlight();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), count = 0; node && count < 2000; node = walker.nextNode()) {
    const words = node.data.toLowerCase();
    for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + wanted.length)) {
      if (at + wanted.length > node.data.length) break;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      mark.add(range);
      count++;
    }
  }
  CSS.highlights.set('hit', mark);
}

let typing = 0;
field.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => search(field.value), 150);
});
field.addEventListener('keydown', async event => {
  if (event.key === 'Enter') {
    event.preventDefault();
    clearTimeout(typing);
    if (field.value.toLowerCase() !== wanted) await search(field.value);
    step(event.shiftKey ? -1 : 1);
  } else if (event.key === 'Escape') {
    field.value = '';
    field.blur();
    search('');
  }
});

function theme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'light' : 'dark';
}

function move(by) {
  const from = path.indexOf(current >= 0 && onPath.has(current) ? current : topmost());
  const to = current < 0 ? from : Math.min(path.length - 1, Math.max(0, from + by));
  if (path[to] !== undefined) show(path[to]);
}

function nextBranch(by) {
  for (let i = current >= 0 ? current : topmost(); i >= 0; i = index[i][PARENT]) {
    const siblings = index[i][PARENT] < 0 ? roots : children[index[i][PARENT]];
    if (siblings.length > 1) {
      show(siblings[(siblings.indexOf(i) + by + siblings.length) % siblings.length], true);
      return;
    }
  }
}

const KEYS = {
  '/': () => field.focus(),
  j: () => move(1),
  k: () => move(-1),
  n: () => step(1),
  N: () => step(-1),
  ']': () => nextBranch(1),
  '[': () => nextBranch(-1),
  t: () => document.body.classList.toggle('tree'),
  d: theme,
  g: () => path.length && show(path[0]),
  G: () => path.length && show(path[path.length - 1]),
  o: () => {
    const section = document.querySelector('section.current');
    const all = section ? [...section.querySelectorAll('details')] : [];
    const open = all.some(details => !details.open);
    all.forEach(details => { details.open = open; });
  },
  '?': () => document.getElementById('help').toggleAttribute('open'),
};
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const action = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : null;
  if (action) {
    event.preventDefault();
    action();
  }
});
document.getElementById('theme').addEventListener('click', theme);
document.getElementById('show-tree').addEventListener('click', () => document.body.classList.toggle('tree'));
document.getElementById('next').addEventListener('click', () => step(1));
document.getElementById('previous').addEventListener('click', () => step(-1));

document.title = about.title;
document.getElementById('title').textContent = about.title;
document.getElementById('facts').textContent = about.facts.join(' · ');
if (matchMedia('(min-width: 60rem)').matches) document.body.classList.add('tree');
drawTree();
showBranch(placeOf.get(about.leaf) ?? index.length - 1);
if (shownBlocks.length) fillBlock(shownBlocks[0]);

/** Draws what has come in the meantime, and says when the first entries can be seen. */
function load() {
  fillWanted();
  if (!document.body.dataset.ready && (!shownBlocks.length || shownBlocks[0].filled)) {
    document.body.dataset.ready = 'true';
    requestAnimationFrame(() => setTimeout(() => performance.mark('drawn')));
  }
  if (!complete) setTimeout(load, 50);
}
load();
loaded.then(load);
