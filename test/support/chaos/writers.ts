import type { Person } from '../api-client.ts'
import { until } from '../in-time.ts'
import { askUntilDone, type Refusals } from './asking.ts'
import type { Write } from './plan.ts'
import type { Progress } from './progress.ts'

/** clients that write at once */
const AT_ONCE = 12

/** Writes that the server acknowledged. */
export interface Acknowledged {
  /** by their texts, in the order of the answers */
  posts: Map<string, { id: string; writer: number }>
  /** by `BOOSTER STATUS`, their ids */
  boosts: Map<string, string>
  /** `ACCOUNT STATUS` */
  favourites: Set<string>
  /** `ACCOUNT TARGET` */
  follows: Set<string>
  /** writes that had to be asked for more than once */
  repeated: number
}

export function nothingYet(): Acknowledged {
  return {
    posts: new Map(),
    boosts: new Map(),
    favourites: new Set(),
    follows: new Set(),
    repeated: 0,
  }
}

export interface Campaign {
  people: readonly Person[]
  progress: Progress
  acknowledged: Acknowledged
  refusals: Refusals
}

/** Makes all writes, in their order but for those that are under way at once. */
export async function writeAll(campaign: Campaign, writes: readonly Write[]): Promise<void> {
  const { progress, acknowledged } = campaign
  let next = 0
  const work = async () => {
    while (next < writes.length) {
      const number = next++
      await progress.mayBegin(number)
      const tries = await write(campaign, writes[number]!)
      if (tries > 1) acknowledged.repeated += 1
      progress.noteAcknowledged()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  progress.isOver = true
}

/** @returns how often it was asked for */
async function write(campaign: Campaign, asked: Write): Promise<number> {
  const { people, acknowledged, refusals } = campaign
  if (asked.kind === 'post') {
    const { text, writer } = asked
    return publish(campaign, writer, text)
  }
  if (asked.kind === 'follow') {
    const person = people[asked.writer]!
    const path = `/api/v1/accounts/${asked.target}/follow`
    const { tries } = await askUntilDone(refusals, person, path)
    acknowledged.follows.add(`${person.id} ${asked.target}`)
    return tries
  }
  await until(() => acknowledged.posts.size > asked.post)
  const post = acknowledged.posts.values().drop(asked.post).next().value!
  const person = people[(post.writer + asked.writerAfterAuthor) % people.length]!
  const action = asked.kind === 'boost' ? 'reblog' : 'favourite'
  const path = `/api/v1/statuses/${post.id}/${action}`
  const { json, tries } = await askUntilDone(refusals, person, path)
  const name = `${person.id} ${post.id}`
  if (asked.kind === 'boost') acknowledged.boosts.set(name, json.id)
  else acknowledged.favourites.add(name)
  return tries
}

/** Posts with the text as Idempotency-Key. @returns how often it was asked for */
export async function publish(
  { people, acknowledged, refusals }: Campaign,
  writer: number,
  text: string,
  mediaIds: readonly string[] = [],
): Promise<number> {
  const body = { status: text, visibility: 'public', media_ids: mediaIds }
  const key = { 'idempotency-key': text }
  const person = people[writer]!
  const { json, tries } = await askUntilDone(refusals, person, '/api/v1/statuses', body, key)
  acknowledged.posts.set(text, { id: json.id, writer })
  return tries
}
