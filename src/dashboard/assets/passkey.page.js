// Asks the browser for a passkey, or to make one, and sends what it gives with the form. Without
// this script the form says that it needs one.

const place = document.querySelector('[data-passkey]');
const form = place?.querySelector('form');
const status = place?.querySelector('[role="status"]');

const ASKED = {
  create: (options) =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    }),
  get: (options) =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    }),
};

const FAILURES = new Map([
  ['NotAllowedError', 'It was cancelled, or took too long. Try again.'],
  ['InvalidStateError', 'This device has a passkey of yours already.'],
  ['SecurityError', 'This address cannot have passkeys.'],
]);

async function ask() {
  status.textContent = 'Your browser asks you now.';
  try {
    const { passkey, options } = place.dataset;
    const credential = await ASKED[passkey](JSON.parse(options));
    form.elements.namedItem('credential').value = JSON.stringify(credential.toJSON());
    status.textContent = '';
    form.submit();
  } catch (error) {
    status.textContent = FAILURES.get(error.name) ?? 'This browser cannot do it.';
  }
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  ask();
});

if (form) ask();
