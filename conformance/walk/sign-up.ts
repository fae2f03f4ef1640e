import { type Client, createClient, type Params } from '../http/client.ts'
import { eventually } from './arrange.ts'
import type { Walk } from './walk.ts'

/** The parameters of a sign-up through an app. */
export function signUpForm(walk: Walk): Params & { username: string; email: string } {
  const username = `newcomer${walk.next()}`
  return {
    username,
    email: `${username}@example.org`,
    password: 'a password that is long enough',
    agreement: true,
    locale: 'en',
    reason: 'To see whether it works',
  }
}

/**
 * Opens sign-ups, with confirmation of the address, on our own server.
 * @returns whether sign-ups are open now
 */
export async function openRegistrations(walk: Walk): Promise<boolean> {
  const isOpen = async (): Promise<boolean> => {
    const instance = await walk.anonymous.get('/api/v2/instance')
    return instance.json?.registrations?.enabled === true
  }
  if (walk.operator === null || (await isOpen())) return isOpen()
  await walk.operator('settings', 'set', 'confirm_email', 'on')
  await walk.operator('settings', 'set', 'registrations', 'open')
  return eventually(isOpen, (open) => open)
}

/** A new user who signed up through the walk's own application and has not confirmed the address. */
export async function signUp(
  walk: Walk,
): Promise<{ client: Client; username: string; email: string }> {
  const form = signUpForm(walk)
  const token = await walk.app.must('POST', '/api/v1/accounts', form)
  const client = createClient(walk.base, token.access_token)
  return { client, username: form.username, email: form.email }
}
