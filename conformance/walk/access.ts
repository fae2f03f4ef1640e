import { type Client, createClient } from '../http/client.ts'
import type { Person } from '../people/world.ts'
import { scopeChoices } from '../spec/surface.ts'
import { ask, checkSuccess, type Example, type Walk } from './walk.ts'

/** A scope that permits only web push. */
const USELESS = 'push'

type AccessExample = Example & {
  entity?: string | null
  /** a staff row that is open to every token with the scope */
  permitted?: 'everybody'
  /** which of the scopes is enough depends on the request */
  scopeDepends?: true
}

/** Checks access by the columns `auth` and `scopes` (S-023…S-025, S-410, S-411). */
export async function checkAccess(walk: Walk, as: Person, example: AccessExample): Promise<void> {
  const { auth, method } = walk.row
  const scopes = scopeChoices(walk.row)
  const stranger = createClient(walk.base, 'unknown-to-everybody')
  if (auth === 'none') {
    if (method === 'GET') await checkOpen(walk, stranger, example)
  } else {
    const answer = await ask(walk, walk.anonymous, example)
    if (auth === 'admin') {
      walk.refused('S-402 no token', answer, 403)
    } else {
      walk.refused('S-023 no token', answer, 401)
      const challenge = answer.headers.get('www-authenticate') ?? ''
      walk.claim('S-023 WWW-Authenticate', challenge.startsWith('Bearer'), challenge)
    }
    walk.refused('S-023 unknown token', await ask(walk, stranger, example), 401)
  }
  if (auth !== 'none' || (method === 'GET' && walk.row.path.startsWith('/api/'))) {
    walk.refused('S-023 revoked token', await ask(walk, walk.revoked, example), 401)
  }
  await checkScopes(walk, as, example, scopes)
  if (auth === 'admin' && example.permitted !== 'everybody') {
    walk.refused('S-402 no permission', await ask(walk, walk.dora, example), 403)
  }
  if (auth === 'user') walk.refused('S-025 application', await ask(walk, walk.app, example), 422)
}

/** Anonymous reads work, also with an unknown token. */
async function checkOpen(
  walk: Walk,
  stranger: Client,
  example: Example & { entity?: string | null },
): Promise<void> {
  const answer = await ask(walk, walk.anonymous, example)
  checkSuccess(walk, 'S-410 no token', answer, example.entity)
  if (walk.row.path.startsWith('/api/')) {
    checkSuccess(walk, 'S-411 unknown token', await ask(walk, stranger, example), null)
  }
}

async function checkScopes(
  walk: Walk,
  as: Person,
  example: AccessExample,
  scopes: string[],
): Promise<void> {
  const { auth, method } = walk.row
  if (scopes.length === 0 || auth === 'app' || scopes.includes(USELESS)) return
  const useless = await as.limited(USELESS)
  walk.refused('S-024 wrong scope', await ask(walk, useless, example), 403)
  if (method !== 'GET' || example.scopeDepends) return
  for (const scope of scopes.slice(1)) {
    checkSuccess(walk, `scope ${scope}`, await ask(walk, await as.limited(scope), example), null)
  }
}
