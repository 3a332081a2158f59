'use strict';
// Everything that sessions say becomes text nodes; nothing of it is ever markup.
const token = new URLSearchParams(location.search).get('token') || '';

function make(name, kind, text) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  if (text !== undefined) element.textContent = text;
  return element;
}

function answer(session, text) {
  fetch('/answer', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Pawl-Token': token },
    body: JSON.stringify({ id: session.id, number: session.question.number, answer: text }),
  });
}

function question(session) {
  const asked = session.question;
  const box = make('div', 'question');
  box.append(make('strong', '', asked.title));
  if (asked.message) box.append(make('pre', '', asked.message));
  for (const option of asked.options) {
    const button = make('button', '', option);
    button.addEventListener('click', () => answer(session, option));
    box.append(button);
  }
  if (asked.kind === 'input') {
    const field = make('input');
    const button = make('button', '', 'Answer');
    button.addEventListener('click', () => answer(session, field.value));
    box.append(field, button);
  }
  return box;
}

function draw(session) {
  const box = make('section', session.state);
  box.id = 's-' + session.id;
  const head = make('h2');
  const name = make('a', '', session.cwd);
  name.href = '#' + box.id;
  head.append(name, make('span', 'state', session.state), make('span', 'cost', '$' + Number(session.cost).toFixed(4)));
  box.append(head);
  for (const waiting of session.waiting) box.append(make('p', 'waiting', 'waits for ' + waiting));
  if (session.question) box.append(question(session));
  const lines = make('pre', 'lines', session.lines.join('\n'));
  box.append(lines);
  if (session.file) {
    const whole = make('a', '', 'the whole session');
    whole.href = '/session?id=' + encodeURIComponent(session.id) + '&token=' + encodeURIComponent(token);
    whole.target = '_blank';
    whole.rel = 'noopener noreferrer';
    box.append(whole);
  }
  return box;
}

const drawn = new Map();
const whole = new Map();

/** All that was said in a session that is opened alone; it outlives the box that is drawn around it. */
function wholeOf(id) {
  if (!whole.has(id)) whole.set(id, { element: make('div', 'whole'), last: '', busy: false, again: false });
  return whole.get(id);
}

/** Fetches what was said since the last time, piece by piece; asked for while it does, it does so once more. */
async function follow(id) {
  const one = wholeOf(id);
  one.again = one.busy;
  if (one.busy) return;
  one.busy = true;
  try {
    for (let more = true; more;) {
      const answer = await fetch('/lines?' + new URLSearchParams({ id, after: one.last, token }));
      if (!answer.ok) return;
      const piece = await answer.json();
      const atEnd = innerHeight + scrollY >= document.body.scrollHeight - 4;
      if (piece.restarted) one.element.replaceChildren();
      one.element.append(...piece.lines.map(line => make('pre', '', line)));
      if (atEnd) scrollTo(0, document.body.scrollHeight);
      one.last = piece.last;
      more = piece.more || one.again;
      one.again = false;
    }
  } catch (e) {
    // The server is gone, or the session: the list of sessions shows it.
  } finally {
    one.busy = false;
  }
}

/** Shows all that was said in place of the last lines, in a session that is kept in a file. */
function openWhole(box, id) {
  const { element } = wholeOf(id);
  if (element.parentNode !== box) box.querySelector('.lines').before(element);
  follow(id);
}

/** With the name of a session in the address, only that one is shown, in full height; its name then leads back to all. */
function open() {
  const boxes = [...drawn.values()].map(one => one.box);
  const chosen = boxes.find(box => location.hash === '#' + box.id);
  for (const box of boxes) {
    box.hidden = chosen !== undefined && box !== chosen;
    box.classList.toggle('open', box === chosen);
    box.querySelector('h2 a').href = box === chosen ? '#' : '#' + box.id;
  }
  for (const [id, one] of drawn) {
    if (one.box === chosen && one.kept) openWhole(one.box, id);
  }
}

function show(sessions) {
  const main = document.getElementById('sessions');
  document.getElementById('none').hidden = sessions.length > 0;
  const seen = new Set();
  for (const session of sessions) {
    seen.add(session.id);
    const { time, ...rest } = session;
    const now = JSON.stringify(rest);
    const before = drawn.get(session.id);
    if (before && before.text === now) continue;
    const box = draw(session);
    if (before) before.box.replaceWith(box);
    else main.append(box);
    const lines = box.querySelector('.lines');
    lines.scrollTop = lines.scrollHeight;
    drawn.set(session.id, { text: now, box, kept: Boolean(session.file) });
  }
  for (const [id, one] of drawn) {
    if (!seen.has(id)) {
      one.box.remove();
      drawn.delete(id);
      whole.delete(id);
    }
  }
  open();
  document.body.dataset.ready = 'yes';
}

addEventListener('hashchange', open);
new EventSource('/events?token=' + encodeURIComponent(token)).onmessage = event => show(JSON.parse(event.data).sessions);
