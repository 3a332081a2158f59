//// recorded: two calls side by side, output and console
const [a,b] = await Promise.all([tools.bash({command:'sleep 0.3; echo hi'}), tools.bash({command:'sleep 0.9; echo ho'})]); text(a.output); text(b); console.log('c1',{x:1}); return {n:2}
//// recorded: a tool in wrong spelling
text('before'); await tools.Bash({command:'x'})
//// recorded: settled calls and a value that is kept
store('k',[1,2]); return await Promise.allSettled([tools.read({path:'missing.txt'}).catch(() => { throw 0 }), tools.bash({command:'sleep 0.3; exit 3'})])
//// recorded: a promise that nothing settles
await new Promise(() => {})
//// recorded: the value of an earlier script, and all tools
return [load('k'), ALL_TOOLS.map(t=>t.name)]
//// recorded: options on the second line
let x = 1
// @options: {"timeout_ms": 5}
text(x)
//// recorded: an endless loop with a limit
// @options: {"timeout_ms": 300}
for(;;){}
//// read a file
return await tools.read({path:'a.txt'})
//// a gate refuses the third call
for (const n of ['one','two','three','four']) { try { text((await tools.bash({command:'echo '+n})).output) } catch (e) { text(e.name + ': ' + e.message) } }
//// a gate refuses and nobody catches
await tools.bash({command:'echo one'}); await tools.bash({command:'echo three'}); await tools.bash({command:'echo four'})
//// a hook changes the arguments
return await tools.shout({text:'change me'})
//// a tool of an extension
return await tools.shout({text:'hello'})
//// a tool whose name is no identifier
return [await tools.two_parts({text:'x'}), await tools['two-parts']({text:'y'}), 'two_parts' in tools, 'two-parts' in tools]
//// structured content
const p = await tools.pair({text:'four'}); return [p.left, p.size]
//// a tool that throws
try { await tools.broken({text:'me'}) } catch (e) { return [e instanceof Error, e.name, e.message] }
//// a tool that throws and nobody catches
text('first'); await tools.broken({text:'me'})
//// an error with data resolves
return await tools.half({text:'it'})
//// a missing argument
try { await tools.shout({}) } catch (e) { return e.message }
//// no arguments at all
try { await tools.shout() } catch (e) { return e.message }
//// arguments that are a string
try { await tools.shout('hello') } catch (e) { return e.message }
//// arguments that are a list
try { await tools.shout(['hello']) } catch (e) { return e.message }
//// arguments that are converted
return await tools.shout({text: 12})
//// arguments that JSON leaves out
return await tools.shout({text: 'x', more: undefined, f: () => 1})
//// a tool for scripts only
return await tools.kept_apart({text:'x'})
//// a deferred tool
return await tools.later({text:'x'})
//// a hidden tool
return await tools.unseen({text:'x'})
//// what is in tools
return ['read' in tools, 'codemode' in tools, 'unseen' in tools, 'later' in tools, 'toString' in tools, typeof tools.then]
//// an unknown tool with no close name
await tools.zebra({})
//// an unknown member of models
await models.nothing()
//// scripts start no scripts
await tools.codemode({code: 'return 1'})
//// the last of several sequential calls
return await Promise.all(['a','b','c'].map(text => tools.one_by_one({text})))
//// calls one after another
let all = []; for (let i = 0; i < 5; i++) all.push(await tools.shout({text: 'n' + i})); return all
//// chained calls
const t = await tools.read({path:'a.txt'}); await tools.write({path:'b.txt', content: t + '!'}); return await tools.read({path:'b.txt'})
//// edit a file
await tools.write({path:'c.txt', content:'one two'}); await tools.edit({path:'c.txt', edits:[{oldText:'one', newText:'three'}]}); return await tools.read({path:'c.txt'})
//// exit in the middle
text('a'); exit(); text('b')
//// exit inside of try
try { text('a'); exit() } catch (e) { text('caught') } finally { text('finally') }
//// exit in a callback
await Promise.all([1,2].map(async n => { if (n === 2) exit(); text(n) })); text('after')
//// text of all kinds of values
text('s'); text(1.5); text(null); text(undefined); text(true); text([1,{a:2}]); text({b:[3]}); text(() => 1); text(10n); text(Symbol.iterator.toString())
//// text of what JSON cannot hold
const o = {}; o.self = o; text(o)
//// return of all kinds
return undefined
//// return a string
return 'plain "text"'
//// return null
return null
//// return a number that JSON does not have
return [NaN, Infinity, -0, 1e21]
//// return a promise
return tools.shout({text:'later'})
//// return a big integer
return 10n
//// return a date and a map
return [new Date(0), new Map([[1,2]]), new Set([1]), /x/g]
//// console of all kinds
console.log('a', 1, null, undefined, [1], {b:2}, new Error('e').message); console.info('i'); console.warn('w'); console.error('e'); console.debug('d'); console.log()
//// only console
console.log('alone')
//// nothing at all
1 + 1
//// one text
text('alone')
//// text that ends with a line
text('a\n'); text('b\n'); return 'c'
//// empty text
text(''); text('x')
//// an error of its own class
class Mine extends Error { constructor(m) { super(m); this.name = 'Mine' } } throw new Mine('of my own')
//// throw a string
throw 'just text'
//// throw an object
throw {code: 7}
//// throw nothing
throw undefined
//// throw null
throw null
//// a syntax error
text('a'); const = 1
//// a syntax error on the third line
text('a')
text('b')
let y = ;
//// an error on the third line
text('a')
const f = () => { throw new RangeError('too far') }
f()
//// a reference to nothing
return nowhere
//// null has no members
const n = null
return n.x
//// no machine
return ['process','require','fetch','setTimeout','setInterval','XMLHttpRequest','Buffer','global','std','os','print','performance','structuredClone','TextEncoder','URL','WebAssembly','atob','queueMicrotask','crypto','navigator'].map(n => n + ' ' + typeof globalThis[n])
//// built-ins are frozen
const r = []; for (const f of [() => { Array.prototype.map = 1 }, () => { JSON.parse = 1 }, () => { globalThis.tools = 1 }, () => { tools.x = 1 }, () => { Math.random = 1 }, () => { delete Object.prototype.toString }]) { try { f(); r.push('silent') } catch (e) { r.push(e.name) } } return [r, [1].map(x => x + 1), typeof tools]
//// overriding inherited members of own objects
const o = {}; o.toString = () => 'mine'; o.constructor = 1; class A { name = 'n'; toString() { return 'A' } } return [String(o), String(new A()), new A().name]
//// code from a string
return [typeof Function, (() => { try { return new Function('return typeof process')() } catch (e) { return e.name } })(), (() => { try { return eval('1+1') } catch (e) { return e.name } })()]
//// modern language
class P { #x = 1; get x() { return this.#x } static { this.s = 2 } } const {a, ...rest} = {a:1,b:2,c:3}; return [new P().x, P.s, rest, [1,[2,[3]]].flat(9), 'abc'.at(-1), Object.groupBy([1,2,3], x => x % 2 ? 'odd' : 'even'), null ?? 'd', 2n**64n + '', /(?<y>\d+)/.exec('ab12').groups.y]
//// generators and iteration
function* g() { yield 1; yield* [2,3] } async function* h() { for (const x of g()) yield x * 2 } const r = []; for await (const x of h()) r.push(x); return r
//// strict mode
return [(function () { return this === undefined })(), (() => { try { undeclared = 1; return 'set' } catch (e) { return e.name } })()]
//// values are kept and deleted
store('a', {deep:[1]}); store('b', 'gone'); store('b', undefined); return [load('a'), load('b') === undefined, load('never') === undefined]
//// what a failed script keeps is lost
store('a', 'lost'); throw new Error('no')
//// after the failed one
return load('a')
//// what was loaded is a copy
load('a').deep.push(2); return load('a')
//// store what is no JSON
store('f', () => 1)
//// store a circle
const o = {}; o.o = o; store('o', o)
//// store too much
store('big', 'x'.repeat(262143))
//// store with a key that is no text
store(1, 2)
//// long output is cut
// @options: {"max_output_tokens": 10}
return 'x'.repeat(100)
//// long output of several texts is cut
// @options: {"max_output_tokens": 12}
text('a'.repeat(40)); text('b\n'.repeat(30)); console.log('end')
//// no output tokens
// @options: {"max_output_tokens": 0}
return 'something'
//// an unknown option
// @options: {"speed": 1}
return 1
//// a wrong timeout
// @options: {"timeout_ms": -5}
return 1
//// options that are a list
// @options: []
return 1
//// options without a script
// @options: {"timeout_ms": 500}
//// a blank script
   
//// a call that runs when the script fails
const slow = tools.bash({command:'sleep 20; echo late'}); await tools.bash({command:'sleep 0.3'}); throw new Error('enough')
//// a timeout while a tool runs
// @options: {"timeout_ms": 4000}
text('begun'); await tools.bash({command:'sleep 20'})
//// race
return await Promise.race([tools.bash({command:'sleep 0.2; echo fast'}), tools.bash({command:'sleep 0.6; echo slow'})]).then(x => x.output)
//// any of failing and working
return (await Promise.any([tools.broken({text:'x'}), tools.bash({command:'sleep 1; echo y'})])).output
//// all fail
return await Promise.any([tools.broken({text:'x'}), tools.broken({text:'y'})])
//// nobody waits for a call that fails
tools.broken({text:'x'}); await tools.bash({command:'sleep 1'}); return 'fine'
//// nobody catches a rejection
Promise.reject(new Error('alone')); return 'fine'
//// bash without output
return await tools.bash({command:'true'})
//// bash with errors
return await tools.bash({command:'echo out; echo err >&2; exit 2'})
//// bash with long output
const r = await tools.bash({command:'seq 1 2000'}); return [r.output.length, r.truncated, r.full_output_path ?? 'none', r.exit_code]
//// bash that takes too long
try { return await tools.bash({command:'sleep 20', timeout: 1}) } catch (e) { return e.message }
//// read a picture
const p = await tools.read({path:'dot.png'}); return [p.type, p.mimeType, p.data.length]
//// show a picture that was read
image(await tools.read({path:'dot.png'}))
//// show a picture twice, between texts
const d = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='; text('a'); image(d); text('b'); image({image_url: d})
//// a picture by address
image('https://example.com/a.png')
//// a picture that is none
image('data:image/png;base64,aGVsbG8=')
//// a picture that is broken
image('data:image/png;base64,###')
//// a picture that is a number
image(7)
//// search for a tool
return (await searchTools('loudly')).map(t => t.name)
//// search with a limit
return (await searchTools('text', {limit: 2})).length
//// search in a namespace
return (await searchTools('scripts', {namespace: 'far_off'})).map(t => t.name)
//// search with a wrong limit
await searchTools('x', {limit: 0})
//// search without words
await searchTools(5)
//// describe tools
return [await describeTool('shout'), await describeTool('two-parts'), await describeTool('pair'), await describeTool('nothing')]
//// describe a namespace
return [await describeNamespace('apart'), await describeNamespace('far-off'), await describeNamespace('none')]
//// describe what is no name
await describeTool(3)
//// models that do not exist
return await models.getModelOfType('chat', 'nobody', 'nothing') === undefined
//// chat models
return (await models.getAvailableOfType('chat')).map(m => [m.provider, m.id])
//// a wrong type of models
return await models.getModelsOfType('weather')
//// the keys of globals
return Object.keys(globalThis).sort()
//// a hundred calls
let n = 0; for (let i = 0; i < 100; i++) n += (await tools.shout({text: 'n' + i})).length; return n
//// long arguments
return (await tools.shout({text: 'x'.repeat(9000)})).length
//// unicode
text('naïve 日本 🎉'); return await tools.shout({text:'grün 🎉'})
//// a deep object
let o = {}; let p = o; for (let i = 0; i < 50; i++) { p.n = {}; p = p.n } return o
//// a long line of errors
function deep(n) { if (n === 0) throw new Error('deep'); return deep(n - 1) } deep(3)
//// an error with a cause
throw new Error('outer', {cause: new Error('inner')})
//// an aggregate
throw new AggregateError([new Error('one'), new Error('two')], 'both')
//// an error as text and in the console
text(new Error('as text')); console.log(new TypeError('in the console').name)
//// base64
return [btoa('a'), btoa('ab'), btoa('abc'), btoa(''), atob('YQ=='), atob('YWI='), atob('YWJj'), atob(btoa('\xff\x00\x7f')) === '\xff\x00\x7f']
