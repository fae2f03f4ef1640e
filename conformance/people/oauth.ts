import { type Browser, createBrowser, findForm } from '../http/browser.ts'
import { createClient, NotArranged } from '../http/client.ts'

/** Shows the code on a page instead of redirecting. */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'

/** The application that the walk signs in with; its scopes are all except admin scopes. */
export interface Application {
  clientId: string
  clientSecret: string
}

export const APPLICATION_SCOPES = 'read write follow push profile admin:read admin:write'

export async function registerApplication(base: string, name: string): Promise<Application> {
  const registered = await createClient(base, null).must('POST', '/api/v1/apps', {
    client_name: name,
    redirect_uris: OUT_OF_BAND,
    scopes: APPLICATION_SCOPES,
  })
  return { clientId: registered.client_id, clientSecret: registered.client_secret }
}

/** A token of the application itself. */
export async function applicationToken(
  base: string,
  { clientId, clientSecret }: Application,
  scope: string,
): Promise<string> {
  const token = await createClient(base, null).must('POST', '/oauth/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope,
  })
  return token.access_token
}

/** Signs in through the sign-in page. */
export async function signIn(base: string, login: string, password: string): Promise<Browser> {
  const browser = createBrowser(base)
  const page = await browser.get('/auth/sign_in')
  const form = findForm(page, ({ fields }) => fields.some(({ id }) => id === 'user_email'))
  if (form === undefined) throw new NotArranged(`${page.asked} → ${page.status} without a form`)
  const nameOf = (id: string) => form.fields.find((field) => field.id === id)?.name ?? id
  const answer = await browser.submit(form, {
    [nameOf('user_email')]: login,
    [nameOf('user_password')]: password,
  })
  if (answer.status !== 302 && answer.status !== 303) {
    throw new NotArranged(`signing in as ${login} → ${answer.status}`)
  }
  return browser
}

/** Address of the consent page for an application. */
export function authorizeAddress({ clientId }: Application, scope: string): string {
  const query = { response_type: 'code', client_id: clientId, redirect_uri: OUT_OF_BAND, scope }
  return `/oauth/authorize?${new URLSearchParams(query)}`
}

/** Accepts the consent page, if it is shown, and reads the code from the redirect. */
export async function obtainCode(browser: Browser, address: string): Promise<string> {
  let answer = await browser.get(address)
  if (answer.status === 200) {
    const form = findForm(
      answer,
      ({ method, fields }) =>
        method === 'POST' &&
        fields.some(({ name }) => name === 'client_id') &&
        !fields.some(({ name }) => name === '_method'),
    )
    if (form === undefined) throw new NotArranged(`${answer.asked} shows no consent form`)
    answer = await browser.submit(form)
  }
  const location = answer.headers.get('location') ?? ''
  const code = URL.parse(location, 'http://localhost')?.searchParams.get('code')
  if (!code) throw new NotArranged(`agreeing at ${answer.asked} → ${answer.status} ${location}`)
  return code
}

/** A token with these scopes for the signed-in user. */
export async function userToken(
  base: string,
  application: Application,
  browser: Browser,
  scope: string,
): Promise<string> {
  const token = await createClient(base, null).must('POST', '/oauth/token', {
    grant_type: 'authorization_code',
    code: await obtainCode(browser, authorizeAddress(application, scope)),
    client_id: application.clientId,
    client_secret: application.clientSecret,
    redirect_uri: OUT_OF_BAND,
    scope,
  })
  return token.access_token
}
