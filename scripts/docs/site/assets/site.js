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

// the key and the community stay in these fields only
const credentials = document.querySelector('#credentials')
const [key, community] = credentials.querySelectorAll('input')
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
    searchOptions: {
      boost: { title: 6, names: 4 },
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
