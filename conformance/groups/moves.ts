import { createAccounts, createPerson, type Person } from '../people/world.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { checkSuccess, type Walk } from '../walk/walk.ts'

const ALIASES = '/api/rookery/v1/account/aliases'
const MOVE = '/api/rookery/v1/account/move'

/** Other accounts of the same person, and moving to one. */
export const moveOperations: Operation[] = [
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

/** Names an account as another one's alias until the check is over. */
async function addAlias(walk: Walk, as: Person, alias: Person): Promise<void> {
  await as.must('POST', ALIASES, { acct: alias.username })
  walk.later(() => removeAlias(as, alias))
}

function removeAlias(as: Person, alias: Person): Promise<unknown> {
  return as.send('DELETE', ALIASES, { body: { acct: alias.username } })
}

/** Somebody who may go for good. @returns null on a server that is not ours */
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
