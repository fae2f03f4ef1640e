// Lets the browser create or use a passkey, and submits its credential with the form around the button.
// https://www.w3.org/TR/webauthn-3/

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  )

const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const withBytes = (list = []) => list.map((entry) => ({ ...entry, id: toBytes(entry.id) }))

async function askFor(form) {
  const response = await fetch(form.dataset.options, {
    method: 'POST',
    credentials: 'same-origin',
    redirect: 'error',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(
      [...new FormData(form)].filter(([name]) => name !== 'credential' && name !== 'name'),
    ),
  })
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return response.json()
}

async function create(options) {
  const credential = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      user: { ...options.user, id: toBytes(options.user.id) },
      excludeCredentials: withBytes(options.excludeCredentials),
    },
  })
  const { response } = credential
  return {
    ...describe(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

async function get(options) {
  const credential = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      allowCredentials: withBytes(options.allowCredentials),
    },
  })
  const { response } = credential
  return {
    ...describe(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      ...(response.userHandle ? { userHandle: toText(response.userHandle) } : {}),
    },
  }
}

const describe = ({ id, rawId, type, authenticatorAttachment }) => ({
  id,
  rawId: toText(rawId),
  type,
  authenticatorAttachment: authenticatorAttachment ?? undefined,
  clientExtensionResults: {},
})

const WORDS = {
  NotAllowedError: 'It was cancelled, or took too long. Please try again.',
  InvalidStateError: 'This device has a passkey for this account already.',
}
const ANY = 'That did not work. Please load the page anew and try again.'

async function submit(form) {
  const message = form.querySelector('[role="alert"]')
  const button = form.querySelector('button')
  message.hidden = true
  button.disabled = true
  try {
    const options = await askFor(form)
    const answer = await (form.dataset.passkey === 'create' ? create(options) : get(options))
    form.elements.credential.value = JSON.stringify(answer)
    form.submit()
  } catch (error) {
    message.textContent = WORDS[error.name] ?? ANY
    message.hidden = false
    button.disabled = false
  }
}

if (window.PublicKeyCredential && navigator.credentials) {
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    form.hidden = false
    if (form.nextElementSibling?.matches('.passkey-missing')) form.nextElementSibling.hidden = true
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      submit(form)
    })
  }
}
