// The branch that is shown, drawn near the window only.

const main = document.getElementById('entries');
const PER_BLOCK = 20;
let path = [];
let onPath = new Set();
let shownBlocks = [];
let afterEntry = new Map();
let current = -1;

/** Shows the branch that ends at an entry. */
function showBranch(leaf) {
  path = [];
  for (let i = leaf; i >= 0; i = index[i][PARENT]) if (index[i][CHUNK] >= 0) path.push(i);
  path.reverse();
  onPath = new Set(path);
  placeLooseTraces();
  observer.disconnect();
  shownBlocks = [];
  for (let from = 0; from < path.length;) {
    let height = 0;
    let to = from;
    while (to < path.length && to - from < PER_BLOCK && height < 6000) height += estimate(path[to++]);
    const element = make('div', 'block');
    element.style.height = height + 'px';
    const block = { from, to, element, filled: false };
    element.block = block;
    shownBlocks.push(block);
    from = to;
  }
  main.replaceChildren(...shownBlocks.map(block => block.element));
  shownBlocks.forEach(block => observer.observe(block.element));
  markTree();
}

function estimate(i) {
  return 70 + Math.min(900, Math.ceil(index[i][SIZE] / 90) * 22);
}

/** Effects of hooks that belong to no call stand behind the entry that was there at that time. */
function placeLooseTraces() {
  afterEntry = new Map();
  if (!path.length) return;
  for (const trace of loose) {
    let low = 0, high = path.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (index[path[middle]][TIME] <= trace.time) low = middle; else high = middle - 1;
    }
    if (!afterEntry.has(path[low])) afterEntry.set(path[low], []);
    afterEntry.get(path[low]).push(trace);
  }
}

const observer = new IntersectionObserver(changes => {
  for (const change of changes) {
    if (change.isIntersecting) fillBlock(change.target.block); else emptyBlock(change.target.block);
  }
}, { rootMargin: '1200px 0px' });

function fillBlock(block) {
  if (block.filled) return;
  if (!complete && !path.slice(block.from, block.to).every(isThere)) {
    block.wanted = true;
    return;
  }
  block.filled = true;
  const sections = [];
  for (let n = block.from; n < block.to; n++) {
    const i = path[n];
    const siblings = index[i][PARENT] < 0 ? roots : children[index[i][PARENT]];
    if (siblings.length > 1) sections.push(crossing(i, siblings));
    sections.push(drawAt(i));
  }
  block.element.replaceChildren(...sections);
  block.element.style.height = '';
  markHits(block.element);
}

/** Draws what was to be seen before it was there. */
function fillWanted() {
  for (const block of shownBlocks) {
    if (block.wanted) {
      block.wanted = false;
      fillBlock(block);
    }
  }
}

function emptyBlock(block) {
  block.wanted = false;
  if (!block.filled) return;
  block.filled = false;
  block.element.style.height = block.element.offsetHeight + 'px';
  block.element.replaceChildren();
}

function drawAt(i) {
  const entry = entryAt(i);
  const section = draw(entry, {
    label: own(about.labels, entry.id),
    after: afterEntry.get(i) || [],
    hooksOf: call => byCall.get(call) || [],
    resultOf: call => near(i, 1, other => other.kind === 'result' && other.call === call),
    argsOf: call => near(i, -1, other => (other.blocks || []).some(block => block.call === call))?.blocks.find(block => block.call === call).args,
  });
  section.tabIndex = -1;
  if (i === current) section.classList.add('current');
  return section;
}

/** An entry close to another one on the branch. */
function near(i, step, test) {
  const from = path.indexOf(i);
  for (let n = from + step; n >= 0 && n < path.length && Math.abs(n - from) < 30; n += step) {
    const entry = entryAt(path[n]);
    if (entry && test(entry)) return entry;
  }
  return undefined;
}

/** Where the conversation went more than one way. */
function crossing(i, siblings) {
  const n = siblings.indexOf(i);
  const go = (label, to) => {
    const button = make('button', '', label);
    button.disabled = to === undefined;
    button.addEventListener('click', () => show(to, true));
    return button;
  };
  return make('nav', 'crossing', go('‹', siblings[n - 1]), ' Branch ' + (n + 1) + ' of ' + siblings.length + ' ', go('›', siblings[n + 1]));
}

const roots = index.map((_, i) => i).filter(i => index[i][PARENT] < 0 && index[i][CHUNK] >= 0);

/** Goes to an entry, on another branch if it has to be. */
function show(i, otherBranch) {
  while (index[i][CHUNK] < 0 && children[i].length) i = children[i][0];
  if (otherBranch || !onPath.has(i)) showBranch(last[i]);
  current = i;
  const n = path.indexOf(i);
  const block = shownBlocks.find(one => n >= one.from && n < one.to);
  if (!block) return;
  fillBlock(block);
  if (!block.filled) {
    loaded.then(() => show(i));
    return;
  }
  const section = document.getElementById('e-' + index[i][ID]);
  document.querySelectorAll('section.current').forEach(one => one.classList.remove('current'));
  section.classList.add('current');
  section.scrollIntoView({ block: 'start' });
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById('e-' + index[i][ID])?.scrollIntoView({ block: 'start' })));
  markTree();
}

/** The entry at the top of the window. */
function topmost() {
  for (const section of main.querySelectorAll('section')) {
    if (section.getBoundingClientRect().bottom > 80) return placeOf.get(section.id.slice(2));
  }
  return path[0];
}
