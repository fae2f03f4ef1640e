import type { Answer } from './client.ts'
import { createClient } from './client.ts'
import { type Form, fillForm, readForms } from './forms.ts'

/** Requests pages and submits their forms, with the cookies of one user. */
export interface Browser {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  send(
    method: string,
    path: string,
    body?: URLSearchParams,
    headers?: Record<string, string>,
  ): Promise<Answer>
  submit(form: Form, typed?: Record<string, string>): Promise<Answer>
  /** the `Cookie` header of its requests */
  cookies(): string
}

export function createBrowser(base: string): Browser {
  const jar = new Map<string, string>()
  const client = createClient(base, null)
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const send: Browser['send'] = async (method, path, body, headers = {}) => {
    const url = new URL(path, base)
    const answer = await client.send(method, url.pathname + url.search, {
      body,
      // forms come from a page of the server itself
      headers: { accept: 'text/html', origin: base, cookie: cookies(), ...headers },
    })
    for (const line of answer.headers.getSetCookie()) keep(jar, line)
    return answer
  }
  return {
    send,
    cookies,
    get: (path, headers) => send('GET', path, undefined, headers),
    submit: (form, typed) => send(form.method, form.action, fillForm(form, typed)),
  }
}

function keep(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const [name = '', ...value] = pair.split('=')
  const gone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
  if (gone) jar.delete(name.trim())
  else jar.set(name.trim(), value.join('='))
}

/** The first form of a page that matches `wanted`. */
export function findForm(page: Answer, wanted: (form: Form) => boolean): Form | undefined {
  return readForms(page.text).find(wanted)
}
