// Code in colours: comments, strings, numbers and keywords of the usual families of languages.

const WORDS = {
  c: 'abstract as assert async await bool boolean break byte case catch char class const constexpr continue def default defer delete do double dyn else enum export extends extern final finally float fn for from func function go goto if impl implements import in instanceof int interface internal is let long loop match mod module move mut namespace native new null nullptr object of operator out override package permits pub private protected public record ref return sealed self short signed sizeof static string struct super switch template this throw throws trait true false try type typedef typeof union unsafe unsigned use using val var virtual void volatile when where while with yield undefined None nil',
  py: 'and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield begin do done end ensure module nil require rescue then unless until',
  sh: 'case do done elif else esac exit export fi for function if in local read return set shift source then trap unset until while echo cd sudo',
  sql: 'add all alter and as asc begin between by case commit constraint create default delete desc distinct drop else end exists foreign from group having if in index inner insert into is join key left like limit not null on or order outer primary references right rollback select set table then transaction union unique update values view when where with',
};
const FAMILIES = {
  py: 'py', python: 'py', rb: 'py', ruby: 'py', yaml: 'py', yml: 'py', toml: 'py', r: 'py', makefile: 'sh', dockerfile: 'sh',
  sh: 'sh', bash: 'sh', shell: 'sh', zsh: 'sh', console: 'sh', sql: 'sql', lua: 'sql',
};
const PLAIN = ['', 'text', 'txt', 'plain', 'log', 'md', 'markdown'];
const KEYWORDS = Object.fromEntries(Object.entries(WORDS).map(([name, words]) => [name, new Set(words.split(' '))]));
const STRINGS = '"""[\\s\\S]*?"""|"(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`';
const COMMENTS = { c: '//.*|/\\*[\\s\\S]*?(?:\\*/|$)', py: '#.*', sh: '(?<=^|\\s)#.*', sql: '--.*|/\\*[\\s\\S]*?(?:\\*/|$)' };
const MARKUP = ['html', 'xml', 'svg', 'vue', 'jsx-html'];

/** The parts of a line of code, or of many, as text and coloured spans. */
function coloured(code, language) {
  const name = (language || '').toLowerCase();
  if (PLAIN.includes(name) || code.length > PART) return [code];
  if (name === 'diff' || name === 'patch') return diffLines(code);
  const family = own(FAMILIES, name) || 'c';
  const pattern = MARKUP.includes(name)
    ? new RegExp('(<!--[\\s\\S]*?(?:-->|$))|(' + STRINGS + ')|(?!)()|(</?[A-Za-z][\\w:-]*|/?>)', 'g')
    : new RegExp('(' + COMMENTS[family] + ')|(' + STRINGS + ')|(\\b\\d[\\w.]*\\b)|([A-Za-z_$][\\w$]*)', 'gm');
  const parts = [];
  let last = 0;
  for (const found of code.matchAll(pattern)) {
    const [all, comment, string, number, word] = found;
    const kind = comment ? 'com' : string ? 'str' : number ? 'num'
      : word && (MARKUP.includes(name) || KEYWORDS[family].has(family === 'sql' ? word.toLowerCase() : word)) ? 'key' : '';
    if (!kind) continue;
    parts.push(code.slice(last, found.index), make('span', kind, all));
    last = found.index + all.length;
  }
  parts.push(code.slice(last));
  return parts;
}

function codeBlock(code, language) {
  const inner = inParts(code, part => make('code', '', coloured(part, language)));
  return make('pre', 'code', inner);
}

/** Lines with + and - before them, in two colours. */
function diffLines(diff) {
  return diff.split('\n').map(line => {
    const kind = /^\s*\+/.test(line) ? 'add' : /^\s*-/.test(line) ? 'del' : /^@@/.test(line) ? 'com' : '';
    return kind ? make('span', kind, line + '\n') : line + '\n';
  });
}

const ENDINGS = { js: 'js', ts: 'ts', tsx: 'ts', jsx: 'js', java: 'java', kt: 'kotlin', py: 'py', rb: 'rb', sh: 'sh', bash: 'sh',
  c: 'c', h: 'c', cpp: 'c', cc: 'c', rs: 'rust', go: 'go', json: 'json', xml: 'xml', html: 'html', css: 'css', sql: 'sql',
  yml: 'yaml', yaml: 'yaml', toml: 'toml', swift: 'c', cs: 'c', php: 'c', scala: 'c' };

function languageOf(path) {
  const ending = /\.([A-Za-z0-9]+)$/.exec(String(path || ''));
  return ending ? own(ENDINGS, ending[1].toLowerCase()) || '' : '';
}
