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

/** With the name of a session in the address, only that one is shown, in full height; its name then leads back to all. */
function open() {
  const boxes = [...drawn.values()].map(one => one.box);
  const chosen = boxes.find(box => location.hash === '#' + box.id);
  for (const box of boxes) {
    box.hidden = chosen !== undefined && box !== chosen;
    box.classList.toggle('open', box === chosen);
    box.querySelector('h2 a').href = box === chosen ? '#' : '#' + box.id;
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
    drawn.set(session.id, { text: now, box });
  }
  for (const [id, one] of drawn) {
    if (!seen.has(id)) {
      one.box.remove();
      drawn.delete(id);
    }
  }
  open();
  document.body.dataset.ready = 'yes';
}

addEventListener('hashchange', open);
new EventSource('/events?token=' + encodeURIComponent(token)).onmessage = event => show(JSON.parse(event.data).sessions);
