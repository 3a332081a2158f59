'use strict';
// Elements are made here and nowhere else: texts become text nodes, never markup.

/** The value under a name that an object has itself. */
function own(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** An element with a class and children; strings become text, null is left out. */
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== '') element.append(child);
  }
  return element;
}

/** A link that leaves the page, or plain text where the address is none that a browser may follow. */
function link(address, children) {
  let url;
  try {
    url = new URL(address);
  } catch {
    return make('span', 'nolink', children, ' (' + address + ')');
  }
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol)) return make('span', 'nolink', children, ' (' + address + ')');
  const anchor = make('a', '', children);
  anchor.href = url.href;
  anchor.target = '_blank';
  anchor.rel = 'noopener noreferrer';
  return anchor;
}

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

function picture(type, data) {
  if (!PICTURES.includes(type) || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) return make('p', 'quiet', '[image: ' + type + ']');
  const image = make('img');
  image.alt = 'image';
  image.loading = 'lazy';
  image.src = 'data:' + type + ';base64,' + data;
  return image;
}

/** Folded content; what was opened stays open when it is drawn again. */
const opened = new Map();
function fold(key, title, content, open) {
  const details = make('details', '', make('summary', '', title));
  details.dataset.key = key;
  details.open = opened.has(key) ? opened.get(key) : !!open;
  let filled = false;
  const fill = () => {
    if (details.open && !filled) {
      filled = true;
      details.append(...[content()].flat(Infinity));
    }
  };
  details.addEventListener('toggle', () => {
    opened.set(key, details.open);
    fill();
  });
  details.fill = fill;
  fill();
  return details;
}

/** A long text in parts, so that one entry of megabytes does not stop the page. */
const PART = 40000;
function inParts(text, draw) {
  if (text.length <= PART) return [draw(text)];
  let end = text.lastIndexOf('\n', PART);
  if (end < PART / 2) end = PART;
  const more = make('button', 'more', 'Show more (' + Math.round((text.length - end) / 1000) + ',000 characters)');
  more.addEventListener('click', () => more.replaceWith(...inParts(text.slice(end), draw)));
  return [draw(text.slice(0, end)), more];
}
