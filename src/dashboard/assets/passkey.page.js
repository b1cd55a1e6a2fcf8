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
  ['NotAllowedError', 'The request was cancelled or timed out. Try again.'],
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['SecurityError', 'Passkeys cannot be used at this address.'],
]);

async function ask() {
  status.textContent = 'Follow the instructions of your browser.';
  try {
    const { passkey, options } = place.dataset;
    const credential = await ASKED[passkey](JSON.parse(options));
    form.elements.namedItem('credential').value = JSON.stringify(credential.toJSON());
    status.textContent = '';
    form.submit();
  } catch (error) {
    status.textContent =
      FAILURES.get(error.name) ?? 'The passkey could not be used in this browser.';
  }
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  ask();
});

if (form) ask();
