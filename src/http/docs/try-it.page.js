// Sends the forms of the reference. The key lives in this tab only: never in an address, a cookie or lasting storage.

const STORED_KEY = 'try-it-key';
const TIMEOUT_MS = 90_000;
const SHOWN_HEADERS = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
];

const forms = [...document.querySelectorAll('form.try')];
const keyFields = [...document.querySelectorAll('input.key')];

/** Storage may be switched off; then the key lasts as long as the page. */
function remember(key) {
  try {
    sessionStorage.setItem(STORED_KEY, key);
  } catch {}
}

function remembered() {
  try {
    return sessionStorage.getItem(STORED_KEY) ?? '';
  } catch {
    return '';
  }
}

function setKey(key) {
  for (const field of keyFields) if (field.value !== key) field.value = key;
}

/** JSON indented; anything else as it came. */
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

async function send(form) {
  const status = form.querySelector('.status');
  const answer = form.querySelector('.answer');
  const button = form.querySelector('button[type=submit]');
  const key = form.querySelector('.key').value.trim();
  status.className = 'status';
  status.textContent = 'Sending…';
  button.disabled = true;
  answer.hidden = true;
  const startedAt = performance.now();
  try {
    const response = await fetch(form.dataset.path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(key && { Authorization: `Bearer ${key}` }),
      },
      body: form.querySelector('.body').value,
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
        : 'No answer in time.';
  } finally {
    button.disabled = false;
  }
}

for (const field of keyFields) {
  field.addEventListener('input', () => {
    remember(field.value.trim());
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

for (const button of document.querySelectorAll('button.use')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const form = button.closest('section').querySelector('form.try');
    const body = form.querySelector('.body');
    body.value = button.dataset.body;
    body.focus();
    form.scrollIntoView({ block: 'nearest' });
  });
}

setKey(remembered());
