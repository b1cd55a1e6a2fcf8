// Copy buttons, synchronized tabs, and the forms of the reference. The key is kept in this tab only: never in a URL, a
// cookie or persistent storage.

const STORED_KEY = 'try-it-key';
const STORED_LANGUAGE = 'language';
const TIMEOUT_MS = 90_000;
const COPIED_MS = 1_500;
const SHOWN_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
];

const all = (selector) => [...document.querySelectorAll(selector)];
const forms = all('form.try');
const keyFields = all('input.key');

/** If storage is switched off, a value lasts as long as the page. */
function remember(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {}
}

function remembered(name) {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function setKey(key) {
  for (const field of keyFields) if (field.value !== key) field.value = key;
}

/** Indents JSON; any other text is returned unchanged. */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function showHeaders(list, headers) {
  const rows = SHOWN_HEADERS.filter((name) => headers.has(name)).map((name) => {
    const row = document.createElement('div');
    const term = document.createElement('dt');
    const value = document.createElement('dd');
    term.textContent = name;
    value.textContent = headers.get(name);
    row.append(term, value);
    return row;
  });
  list.replaceChildren(...rows);
}

/** Path of a form with its parameters filled in. */
function pathOf(form) {
  const parameters = [...form.querySelectorAll('.parameter')];
  return parameters.reduce(
    (path, field) =>
      path.replace(`{${field.dataset.name}}`, encodeURIComponent(field.value.trim())),
    form.dataset.path,
  );
}

async function send(form) {
  const status = form.querySelector('.status');
  const answer = form.querySelector('.answer');
  const button = form.querySelector('button[type=submit]');
  const key = form.querySelector('.key').value.trim();
  const body = form.querySelector('.body');
  status.className = 'status';
  status.textContent = 'Sending…';
  button.disabled = true;
  answer.hidden = true;
  const startedAt = performance.now();
  try {
    const response = await fetch(pathOf(form), {
      method: form.dataset.method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(key && { Authorization: `Bearer ${key}` }),
      },
      ...(body && { body: body.value }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const elapsedMs = Math.round(performance.now() - startedAt);
    status.classList.add(response.ok ? 'good' : 'bad');
    status.textContent = `${response.status} ${response.statusText} · ${elapsedMs} ms`;
    showHeaders(form.querySelector('.headers'), response.headers);
    form.querySelector('.answer code').textContent = pretty(text);
    answer.hidden = false;
  } catch (error) {
    status.classList.add('bad');
    status.textContent =
      error instanceof TypeError
        ? `The request could not be sent: ${error.message}.`
        : 'The request timed out.';
  } finally {
    button.disabled = false;
  }
}

/** A button that copies the text of a block and confirms it. */
function addCopyButton(block) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${block.getAttribute('aria-label')}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, COPIED_MS);
  });
  block.before(button);
}

const tabsOf = (title) =>
  all('.tabs > details').filter((tab) => tab.querySelector('summary').textContent === title);

/** Opens the tab with this title in every block that has it. */
function openTabs(title) {
  for (const tab of tabsOf(title)) tab.open = true;
}

// Pages without HTTPS have no clipboard.
if (navigator.clipboard) for (const block of all('main pre')) addCopyButton(block);

const LANGUAGES = new Set(['curl', 'JavaScript', 'Python', 'PHP', 'Go', 'Ruby']);
for (const summary of all('.tabs summary'))
  summary.addEventListener('click', (event) => {
    const tab = summary.parentElement;
    // One tab stays open: closing the current one would leave none.
    if (tab.open) event.preventDefault();
    else if (LANGUAGES.has(summary.textContent)) {
      event.preventDefault();
      remember(STORED_LANGUAGE, summary.textContent);
      openTabs(summary.textContent);
    }
  });
openTabs(remembered(STORED_LANGUAGE));

for (const field of keyFields) {
  field.addEventListener('input', () => {
    remember(STORED_KEY, field.value.trim());
    setKey(field.value);
  });
}

for (const form of forms) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
}

for (const button of all('button.use')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const form = forms[0];
    const body = form.querySelector('.body');
    body.value = button.dataset.body;
    body.focus();
    form.scrollIntoView({ block: 'nearest' });
  });
}

const key = remembered(STORED_KEY);
if (key !== '') setKey(key);
document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest' });

const search = async () => (await import('/docs/search.js')).openSearch();
const searchButton = document.querySelector('.open-search');
searchButton.hidden = false;
searchButton.addEventListener('click', search);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
  event.preventDefault();
  search();
});
