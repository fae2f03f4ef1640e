import { createAccounts, createPerson, type Person } from '../people/world.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { checkSuccess, type Walk } from '../walk/walk.ts'

const ALIASES = '/api/rookery/v1/account/aliases'
const LANGUAGES = '/api/rookery/v1/account/languages'
const PREFERENCES = '/api/rookery/v1/account/preferences'
const MOVE = '/api/rookery/v1/account/move'

/** Account aliases, and a move to another account. */
export const moveOperations: Operation[] = [
  row('GET', LANGUAGES, async (walk) => {
    const { json } = await serve(walk)
    walk.equal('all', json.languages, [])
  }),

  row('PUT', LANGUAGES, async (walk) => {
    const clear = { body: { languages: [] } }
    walk.later(() => walk.alice.send('PUT', LANGUAGES, clear))
    const { json } = await serve(walk, {
      body: { languages: ['de', 'en'] },
      missing: { languages: 422 },
    })
    walk.equal('chosen', json.languages, ['de', 'en'])
    const wrong = await walk.alice.send('PUT', LANGUAGES, { body: { languages: ['caw caw'] } })
    walk.refused('none', wrong, 422)
  }),

  row('GET', PREFERENCES, async (walk) => {
    const { json } = await serve(walk)
    walk.equal('nothing chosen', json.expand_media, 'default')
  }),

  row('PATCH', PREFERENCES, async (walk) => {
    const usual = { body: { expand_media: 'default', time_zone: null } }
    walk.later(() => walk.alice.send('PATCH', PREFERENCES, usual))
    const { json } = await serve(walk, {
      body: { expand_media: 'show_all', time_zone: 'Europe/Oslo' },
    })
    walk.equal('chosen', [json.expand_media, json.time_zone], ['show_all', 'Europe/Oslo'])
    const wrong = { body: { time_zone: 'Nest/Tree' } }
    walk.refused('no zone', await walk.alice.send('PATCH', PREFERENCES, wrong), 422)
  }),

  row('GET', ALIASES, async (walk) => {
    walk.equal('none', (await walk.alice.get(ALIASES)).json, [])
    await addAlias(walk, walk.alice, walk.bob)
    const { json } = await serve(walk)
    walk.equal('named', handlesOf(json), [handleOf(walk, walk.bob)])
  }),

  row('POST', ALIASES, async (walk) => {
    const { alice, bob } = walk
    walk.later(() => removeAlias(alice, bob))
    const { json } = await serve(walk, { body: { acct: bob.username }, missing: { acct: 400 } })
    walk.equal('named', handlesOf(json), [handleOf(walk, bob)])
    const again = await alice.post(ALIASES, { acct: handleOf(walk, bob) })
    walk.equal('again', handlesOf(again.json), [handleOf(walk, bob)])
    walk.refused('itself', await alice.post(ALIASES, { acct: alice.username }), 422)
    walk.refused('nobody', await alice.post(ALIASES, { acct: 'nobody_at_all' }), 422)
  }),

  row('DELETE', ALIASES, async (walk) => {
    const { alice, bob } = walk
    await addAlias(walk, alice, bob)
    const { json } = await serve(walk, { body: { acct: bob.username }, missing: { acct: 400 } })
    walk.equal('gone', json, [])
    const again = await alice.send('DELETE', ALIASES, { body: { acct: bob.username } })
    walk.refused('no alias', again, 404)
  }),

  row('POST', MOVE, async (walk) => {
    const { alice, bob, carol, dora } = walk
    const unnamed = { acct: bob.username, password: alice.password }
    walk.refused('target without alias', await alice.post(MOVE, unnamed), 422)
    const mover = await newcomer(walk)
    if (mover === null) return
    for (const target of [dora, carol]) await addAlias(walk, target, mover)
    await bob.must('POST', `/api/v1/accounts/${mover.id}/follow`)
    const body = { acct: dora.username, password: mover.password }
    const wrong = await mover.post(MOVE, { ...body, password: 'not the password' })
    walk.refused('wrong password', wrong, 422)
    const { json } = await serve(walk, { as: mover, body, missing: { acct: 400, password: 422 } })
    walk.equal('moved', json.moved?.id, dora.id)
    const further = await mover.post(MOVE, { ...body, acct: carol.username })
    walk.refused('twice in 30 days', further, 422)
  }),

  row('DELETE', MOVE, async (walk) => {
    checkSuccess(walk, 'not moved', await walk.alice.send('DELETE', MOVE))
    const mover = await newcomer(walk)
    if (mover === null) return
    await addAlias(walk, walk.dora, mover)
    await mover.must('POST', MOVE, { acct: walk.dora.username, password: mover.password })
    const { json } = await serve(walk, { as: mover })
    walk.equal('no longer moved', json.moved ?? null, null)
    checkSuccess(walk, 'again', await mover.send('DELETE', MOVE))
  }),
]

/** Adds an alias to an account until the check is over. */
async function addAlias(walk: Walk, as: Person, alias: Person): Promise<void> {
  await as.must('POST', ALIASES, { acct: alias.username })
  walk.later(() => removeAlias(as, alias))
}

function removeAlias(as: Person, alias: Person): Promise<unknown> {
  return as.send('DELETE', ALIASES, { body: { acct: alias.username } })
}

/** An account that may be moved away. @returns null on a foreign server */
async function newcomer(walk: Walk): Promise<Person | null> {
  if (walk.operator === null) {
    walk.leaveOut('a move: the account could not be used any more')
    return null
  }
  const [account] = await createAccounts(walk.operator, [`mover${walk.next()}`])
  return createPerson(walk.base, walk.application, account!)
}

function handleOf({ base }: Walk, { username }: Person): string {
  return `${username}@${new URL(base).host}`
}

function handlesOf(aliases: { acct: string }[] | undefined) {
  return aliases?.map(({ acct }) => acct)
}
