// Keeps the figures of a running job up to date, and loads the page once when the job has ended.

const PAUSE_MS = 1_500;
const MAX_PAUSE_MS = 15_000;

const place = document.querySelector('[data-poll]');
const bar = place?.querySelector('progress');

function show({ shown, value, total, label }) {
  for (const [name, text] of Object.entries(shown)) {
    const live = place.querySelector(`[data-live="${CSS.escape(name)}"]`);
    if (live) live.textContent = text;
  }
  bar.max = Math.max(1, total);
  bar.value = value;
  const status = document.querySelector('.status');
  if (status) status.textContent = label;
}

async function poll(pause) {
  let next = pause;
  try {
    const response = await fetch(place.dataset.poll, { headers: { Accept: 'application/json' } });
    if (!response.ok || response.redirected) throw new Error(String(response.status));
    const state = await response.json();
    show(state);
    if (state.hasEnded) {
      location.reload();
      return;
    }
    next = PAUSE_MS;
  } catch {
    next = Math.min(MAX_PAUSE_MS, 2 * pause);
  }
  setTimeout(() => poll(next), next);
}

if (place) poll(PAUSE_MS);
