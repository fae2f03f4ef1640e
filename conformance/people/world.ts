import type { Browser } from '../http/browser.ts'
import { type Client, createClient } from '../http/client.ts'
import type { Operator } from '../own-server.ts'
import {
  APPLICATION_SCOPES,
  type Application,
  applicationToken,
  registerApplication,
  signIn,
  userToken,
} from './oauth.ts'

/** A user of the server: a client with a token for all scopes, and a browser. */
export interface Person extends Client {
  id: string
  username: string
  password: string
  browser: Browser
  /** a client whose token has only these scopes */
  limited(scopes: string): Promise<Client>
}

/** The users, clients and server of the checks. */
export interface World {
  base: string
  alice: Person
  bob: Person
  carol: Person
  dora: Person
  /** has the role Owner */
  owner: Person
  anonymous: Client
  application: Application
  /** the application itself, with a token for all its scopes and no user */
  app: Client
  /** a client with a revoked token */
  revoked: Client
  /** null on a foreign server: checks that need it are skipped */
  operator: Operator | null
  /** `api_versions.mastodon` of the server */
  apiVersion: number
  /** as the server reports it */
  version: string
  /** a unique number */
  next(): number
}

export interface Credentials {
  name: string
  password: string
}

/** Signs four users in and gets the tokens that every check needs. */
export async function createWorld(
  base: string,
  accounts: readonly Credentials[],
  operator: Operator | null,
): Promise<World> {
  const anonymous = createClient(base, null)
  const application = await registerApplication(base, 'Conformance')
  const people: Person[] = []
  for (const account of accounts.slice(0, 5)) {
    people.push(await createPerson(base, application, account))
  }
  const [alice, bob, carol, dora, owner] = people as [Person, Person, Person, Person, Person]
  const instance = await anonymous.get('/api/v2/instance')
  let last = Date.now() % 1_000_000
  return {
    base,
    alice,
    bob,
    carol,
    dora,
    owner,
    anonymous,
    application,
    app: createClient(base, await applicationToken(base, application, APPLICATION_SCOPES)),
    revoked: createClient(base, await revokedToken(base, alice)),
    operator,
    apiVersion: instance.json?.api_versions?.mastodon ?? 0,
    version: String(instance.json?.version),
    next: () => ++last,
  }
}

/** Creates the accounts of our own server as its operator does. */
export async function createAccounts(
  operator: Operator,
  names: readonly string[] = ['alice', 'bob', 'carol', 'dora', 'owner'],
): Promise<Credentials[]> {
  const accounts: Credentials[] = []
  for (const name of names) {
    const password = `${name} has a long password`
    const email = `${name}@example.org`
    await operator(
      ...['accounts', 'create', name, '--email', email, '--password', password],
      ...['--confirmed', '--approved'],
      ...(name === 'owner' ? ['--role', 'Owner'] : []),
    )
    accounts.push({ name, password })
  }
  return accounts
}

/** Signs a user in. */
export async function createPerson(
  base: string,
  application: Application,
  { name, password }: Credentials,
): Promise<Person> {
  const browser = await signIn(base, name, password)
  const tokens = new Map<string, Promise<string>>()
  const token = (scopes: string): Promise<string> => {
    const known = tokens.get(scopes) ?? userToken(base, application, browser, scopes)
    tokens.set(scopes, known)
    return known
  }
  const client = createClient(base, await token(APPLICATION_SCOPES))
  const account = await client.must('GET', '/api/v1/accounts/verify_credentials')
  return {
    ...client,
    id: account.id,
    username: account.username,
    password,
    browser,
    limited: async (scopes) => createClient(base, await token(scopes)),
  }
}

async function revokedToken(base: string, person: Person): Promise<string> {
  const application = await registerApplication(base, 'Conformance, revoked')
  const token = await userToken(base, application, person.browser, 'read write')
  await createClient(base, null).must('POST', '/oauth/revoke', {
    client_id: application.clientId,
    client_secret: application.clientSecret,
    token,
  })
  return token
}
