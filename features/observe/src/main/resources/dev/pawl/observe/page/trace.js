// The page of traces: a chart over the run, figures of hooks, costs and effects, all filtered by one field.

const data = JSON.parse(document.getElementById('data').textContent);
const MOST = 4000;
let zoom = 1;

function duration(nanos) {
  return nanos < 1e6 ? Math.max(1, Math.round(nanos / 1e3)) + ' µs' : nanos < 1e9 ? (nanos / 1e6).toFixed(1) + ' ms' : (nanos / 1e9).toFixed(1) + ' s';
}

function matches(words) {
  const wanted = document.getElementById('filter').value.toLowerCase();
  return !wanted || words.toLowerCase().includes(wanted);
}

function wordsOf(line) {
  return [line.point, line.call, ...line.steps.flatMap(step => [step.hook, step.effect, step.note])].filter(Boolean).join(' ');
}

function chart(lines) {
  const bars = lines.filter(line => !line.remark).map(line => ({ line, nanos: line.steps.reduce((sum, step) => sum + step.nanos, 0) }));
  bars.sort((a, b) => b.nanos - a.nanos);
  const shown = bars.slice(0, MOST);
  const from = Math.min(...shown.map(bar => bar.line.time - bar.nanos / 1e6));
  const length = Math.max(1, Math.max(...shown.map(bar => bar.line.time)) - from);
  const element = document.getElementById('chart');
  element.style.width = zoom * 100 + '%';
  const made = [];
  for (const { line, nanos } of shown) {
    let at = line.time - nanos / 1e6 - from;
    const whole = bar('bar', at, nanos / 1e6, length, 0, line.point + ', ' + duration(nanos));
    made.push(whole);
    for (const step of line.steps) {
      made.push(bar('bar step ' + step.effect, at, step.nanos / 1e6, length, 1, step.hook + ': ' + step.effect + ', ' + duration(step.nanos)));
      at += step.nanos / 1e6;
    }
  }
  element.replaceChildren(...made);
}

function bar(className, at, millis, length, row, title) {
  const element = make('div', className, title);
  element.title = title;
  element.style.left = at / length * 100 + '%';
  element.style.width = millis / length * 100 + '%';
  element.style.top = 0.5 + row * 1.7 + 'rem';
  return element;
}

function drawAll() {
  const lines = data.dispatches.filter(line => matches(wordsOf(line)));
  chart(lines);
  document.querySelector('#slowest tbody').replaceChildren(...data.hooks.filter(hook => matches(hook.hook + ' ' + hook.point)).map(hook =>
    make('tr', '', [hook.hook, hook.point, String(hook.calls), duration(hook.totalNanos), duration(hook.p50Nanos), duration(hook.p99Nanos),
      duration(hook.maxNanos), String(hook.effects), String(hook.failures)].map(cell => make('td', '', cell)))));
  const costs = data.costs.filter(cost => matches(cost.hook));
  document.getElementById('tokens').hidden = !costs.length;
  document.querySelector('#tokens tbody').replaceChildren(...costs.map(cost =>
    make('tr', '', [cost.hook, cost.breaks + (cost.breaks === 1 ? ' time' : ' times'), 'about ' + cost.tokens].map(cell => make('td', '', cell)))));
  const remarks = lines.filter(line => line.remark);
  document.getElementById('costs').replaceChildren(...(remarks.length ? remarks.map(row) : [make('p', 'quiet', 'No hook broke the cache of a prompt.')]));
  document.getElementById('deeds').replaceChildren(...lines.filter(line => !line.remark && line.steps.some(step => step.effect !== 'passed')).slice(-MOST).map(row));
}

function row(line) {
  return make('div', '', make('p', 'quiet', new Date(line.time).toISOString().slice(0, 23).replace('T', ' ') + ' ' + line.point + (line.call ? ' of call ' + line.call : '')),
    line.steps.map(step => make('p', 'deed ' + step.effect, make('b', '', step.hook), ' ' + step.effect.replace('_', ' '),
      line.remark ? null : make('span', 'quiet', ' ' + duration(step.nanos)), step.note ? make('span', 'note', step.note) : null)));
}

document.getElementById('filter').addEventListener('input', drawAll);
document.getElementById('in').addEventListener('click', () => { zoom = Math.min(64, zoom * 2); drawAll(); });
document.getElementById('out').addEventListener('click', () => { zoom = Math.max(1, zoom / 2); drawAll(); });
document.getElementById('title').textContent = 'Trace of ' + data.session;
document.getElementById('facts').textContent = data.dispatches.length + ' dispatches, ' + new Set(data.hooks.map(hook => hook.hook)).size + ' hooks, '
  + duration(data.hooks.reduce((sum, hook) => sum + hook.totalNanos, 0)) + ' in hooks';
drawAll();
document.body.dataset.ready = 'true';
