// Search, the language of the samples, folded operations, and requests of the reader.
const own = document.currentScript
const base = own.src.replace(/docs\/[^/]*$/, '')
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

// a link to an operation unfolds it
const unfold = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const operation = target?.closest('details.operation')
  if (!operation) return
  operation.open = true
  operation.scrollIntoView()
}
addEventListener('hashchange', unfold)
unfold()
for (const link of document.querySelectorAll('nav [aria-current], nav a')) {
  const isHere = link.href.split('#')[0] === location.href.split('#')[0]
  if (isHere) link.closest('details').open = true
}

// the same language for all samples
const languages = { sh: 'curl', ts: 'TypeScript', python: 'Python', lua: 'Luau' }
const choose = (language) => (document.body.dataset.language = language)
for (const samples of document.querySelectorAll('.samples')) {
  const buttons = Object.entries(languages).map(([language, textContent]) =>
    make('button', { type: 'button', textContent, className: language, onclick: () => choose(language) }),
  )
  samples.prepend(make('div', { className: 'languages' }, ...buttons))
}
choose('sh')

// the browser forgets the key and the community with this tab
const credentials = document.querySelector('#credentials')
const [key, community] = credentials.querySelectorAll('input')
for (const [name, input] of Object.entries({ key, community })) {
  input.value = sessionStorage.getItem(name) ?? ''
  input.addEventListener('input', () => sessionStorage.setItem(name, input.value))
}
credentials.querySelector('button').addEventListener('click', () => {
  sessionStorage.clear()
  key.value = community.value = ''
})

// every code block can be copied; of a session with answers, the commands are
const commandsOf = (text) => {
  const commands = text.split(/^\$ /m).slice(1)
  return commands.map((one) => one.match(/^(?:.*\\\n)*.*/)[0]).join('\n')
}
for (const block of document.querySelectorAll('main pre')) {
  const copy = async ({ target }) => {
    const { textContent } = block.querySelector('code')
    // without TLS the clipboard is refused
    if (!navigator.clipboard) return getSelection().selectAllChildren(block)
    await navigator.clipboard.writeText(block.dataset.language === 'console' ? commandsOf(textContent) : textContent)
    target.textContent = 'Copied'
    setTimeout(() => (target.textContent = 'Copy'), 2000)
  }
  const button = make('button', { type: 'button', textContent: 'Copy', className: 'copy', onclick: copy })
  const frame = make('div', { className: 'code' })
  Object.assign(frame.dataset, block.dataset)
  block.replaceWith(frame)
  frame.append(block, button)
}
const send = async (request, fields, body, output) => {
  let path = request.path
  const query = new URLSearchParams()
  const headers = { Authorization: `Bearer ${key.value}`, 'X-Community-Id': community.value }
  for (const [index, { name, place }] of request.parameters.entries()) {
    const value = fields[index].value
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') place === 'query' ? query.set(name, value) : (headers[name] = value)
  }
  if (body) headers['Content-Type'] = 'application/json'
  const url = base + path.slice(1) + (query.size > 0 ? `?${query}` : '')
  try {
    const response = await fetch(url, { method: request.method, headers, body: body?.value })
    const text = await response.text()
    output.textContent = `${response.status}\n${text && JSON.stringify(JSON.parse(text), null, 2)}`
  } catch (error) {
    output.textContent = String(error)
  }
}
const addForm = (operation) => {
  const request = JSON.parse(operation.dataset.request)
  const example = (value) => (value === undefined ? '' : String(value))
  const fields = request.parameters.map(({ name, place, example: value }) =>
    make('input', {
      name,
      value: place === 'path' ? example(value) : '',
      placeholder: place === 'path' ? '' : example(value),
    }),
  )
  const labels = fields.map((field) => make('label', {}, `${field.name} `, field))
  const body = request.body && make('textarea', { value: JSON.stringify(request.body, null, 2), rows: 8 })
  const output = make('pre', { tabIndex: 0, hidden: true })
  const button = make('button', {
    type: 'button',
    textContent: 'Send',
    onclick: () => {
      if (key.value === '' || community.value === '') {
        credentials.open = true
        return key.focus()
      }
      output.hidden = false
      output.textContent = '…'
      void send(request, fields, body, output)
    },
  })
  const parts = [...labels, ...(body ? [make('label', {}, 'Body ', body)] : []), button, output]
  const form = make('div', { className: 'try' }, make('h3', { textContent: 'Try it' }), ...parts)
  operation.querySelector('.samples').after(form)
}
for (const operation of document.querySelectorAll('details.operation[data-request]')) {
  operation.addEventListener('toggle', () => addForm(operation), { once: true })
}

// search: the index is loaded when the field is first used
const field = document.querySelector('#search')
const list = document.querySelector('#results')
let index = null
// of the words in the pages: what readers type instead
const synonyms = {
  blacklist: ['block', 'exclude'],
  suspension: ['mute', 'timeout'],
  experience: ['xp', 'points', 'exp'],
  give: ['award', 'add'],
  award: ['give', 'grant', 'add'],
  change: ['give', 'add', 'set'],
  demote: ['kick', 'derank'],
  exclude: ['kick', 'remove'],
  credentials: ['login', 'token', 'password'],
  key: ['token', 'auth'],
  keys: ['token', 'auth'],
  revoke: ['delete', 'undo'],
  lift: ['undo', 'unban'],
  compensate: ['undo'],
  removes: ['undo'],
  idempotency: ['retry', 'duplicate', 'twice'],
  webhook: ['callback', 'notification'],
  leaderboard: ['top', 'ranking', 'highscore'],
  erasure: ['gdpr', 'delete'],
  limit: ['throttle', 'quota'],
  backup: ['dump'],
  call: ['quickstart', 'start', 'tutorial', 'getting', 'started'],
  repeat: ['retry', 'retries'],
}
const loadIndex = async () => {
  const [entries] = await Promise.all([
    fetch(own.dataset.index).then((response) => response.json()),
    new Promise((resolve, reject) =>
      document.head.append(make('script', { src: own.dataset.library, onload: resolve, onerror: reject })),
    ),
  ])
  const search = new MiniSearch({
    fields: ['title', 'names', 'text'],
    storeFields: ['path', 'kind', 'title'],
    processTerm: (term) => [term.toLowerCase(), ...(synonyms[term.toLowerCase()] ?? [])],
    searchOptions: {
      boost: { title: 8, names: 4 },
      // as they are typed: the words of the index have their synonyms
      processTerm: (term) => term.toLowerCase(),
      boostDocument: (_id, _term, { path, kind }) => (path === '/docs' ? 4 : kind === 'error' ? 0.3 : 1),
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 5 ? 0.2 : 0),
    },
  })
  search.addAll(entries.map((entry, id) => ({ id, ...entry })))
  return search
}
const show = async () => {
  index ??= loadIndex()
  const search = await index
  const query = field.value.trim()
  const all = query === '' ? [] : search.search(query, { combineWith: 'AND' })
  const found = all.length > 0 || query === '' ? all : search.search(query)
  const items = found
    .slice(0, 12)
    .map(({ path, kind, title }) =>
      make('li', {}, make('a', { href: base + path.slice(1) }, title, make('small', { textContent: kind }))),
    )
  const none = query !== '' && items.length === 0 ? [make('li', { textContent: 'Nothing found.' })] : []
  list.replaceChildren(...items, ...none)
  list.hidden = query === ''
  list.dataset.query = query
}
field.addEventListener('input', () => void show())
field.addEventListener('focus', () => void show())
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') list.querySelector('a')?.click()
  if (event.key === 'Escape') list.hidden = true
})
document.addEventListener('click', (event) => {
  if (!list.contains(event.target) && event.target !== field) list.hidden = true
})
list.addEventListener('click', () => (list.hidden = true))
addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return
  event.preventDefault()
  field.focus()
})
