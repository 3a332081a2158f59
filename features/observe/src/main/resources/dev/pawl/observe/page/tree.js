// The tree of all branches: rows of one height, of which those near the window are elements.

const side = document.getElementById('side');
const treeList = document.getElementById('tree');
const ROW = 29;
const MARGIN = 40;
let stops = [];
let firstRow = -1;
let endRow = -1;

/** Notes the rows: what the user said, summaries and labels, further in after each crossing. */
function drawTree() {
  stops = [];
  const open = roots.map(i => [i, 0]).reverse();
  while (open.length) {
    const [i, depth] = open.pop();
    const row = index[i];
    const siblings = row[PARENT] < 0 ? roots : children[row[PARENT]];
    const shown = row[KIND] === 'user' || row[KIND] === 'summary' || row[KIND] === 'left' || siblings.length > 1 || own(about.labels, row[ID]);
    if (row[CHUNK] >= 0 && shown) stops.push([i, depth]);
    const below = children[i];
    const deeper = depth + (below.length > 1 ? 1 : 0);
    for (let n = below.length - 1; n >= 0; n--) open.push([below[n], deeper]);
  }
  firstRow = endRow = -1;
  fillTree();
}

/** Makes elements of the rows near the window; the others are empty space above and below. */
function fillTree() {
  const first = Math.max(0, Math.floor(side.scrollTop / ROW) - MARGIN);
  const end = Math.min(stops.length, Math.ceil((side.scrollTop + innerHeight) / ROW) + MARGIN);
  if (first === firstRow && end === endRow) return;
  firstRow = first;
  endRow = end;
  treeList.style.paddingBlock = (8 + first * ROW) + 'px ' + (8 + (stops.length - end) * ROW) + 'px';
  treeList.replaceChildren(...stops.slice(first, end).map(treeRow));
  markTree();
}

function treeRow([i, depth]) {
  const row = index[i];
  const label = own(about.labels, row[ID]);
  const button = make('button', 'stop ' + row[KIND], label ? make('b', '', label + ' ') : null, row[PREVIEW] || row[KIND]);
  button.style.paddingInlineStart = (0.5 + Math.min(depth, 12) * 0.9) + 'rem';
  button.addEventListener('click', () => {
    if (matchMedia('(max-width: 40rem)').matches) document.body.classList.remove('tree');
    show(i);
  });
  const item = make('li', '', button);
  item.place = i;
  return item;
}

function markTree() {
  for (const item of treeList.children) {
    item.firstChild.classList.toggle('here', onPath.has(item.place));
    item.firstChild.setAttribute('aria-current', String(item.place === current));
  }
}

side.addEventListener('scroll', fillTree);
addEventListener('resize', fillTree);
