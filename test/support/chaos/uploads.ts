import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../in-time.ts'
import { png } from '../media-api.ts'
import { multipart } from '../multipart.ts'
import { type Refusals, tryOnce } from './asking.ts'
import { type Campaign, publish } from './writers.ts'

/** ms between two uploads while the store is away, when they are what matters */
const PAUSE = 100

/** Results of uploads. */
export interface Uploads {
  /** addresses of files that the server acknowledged */
  stored: string[]
  refusals: Refusals
  /** tries that ended while the store was away or had been since they began: stored, or refused with 503 */
  whileAway: { stored: number; refused: number }
}

/** A person uploads and posts pictures until all writes are done: now and then, and all the time while the store is away. */
export async function uploadAll(
  campaign: Campaign,
  uploads: Uploads,
  { writer, every, isAway }: { writer: number; every: number; isAway: () => boolean },
): Promise<void> {
  const { progress } = campaign
  const file = await png(80, 60)
  for (let number = 0; !progress.isOver; number++) {
    const before = progress.acknowledged
    await uploadOne(campaign, uploads, { writer, number, file, isAway })
    if (isAway()) await delay(PAUSE, undefined, { ref: false })
    else await until(() => progress.isOver || isAway() || progress.acknowledged >= before + every)
  }
}

async function uploadOne(
  campaign: Campaign,
  uploads: Uploads,
  given: { writer: number; number: number; file: Buffer; isAway: () => boolean },
): Promise<void> {
  const { writer, number, file, isAway } = given
  const person = campaign.people[writer]!
  const { refusals } = uploads
  const [later, wasAway] = [refusals.later, isAway()]
  const answer = await tryOnce(refusals, person, '/api/v2/media', ...(await multipart({ file })))
  if (wasAway || isAway()) {
    if (answer !== null) uploads.whileAway.stored += 1
    else uploads.whileAway.refused += refusals.later - later
  }
  if (answer === null) return
  let { json } = answer
  while (json.url === null) {
    await delay(PAUSE, undefined, { ref: false })
    const shown = await person.ask('GET', `/api/v1/media/${json.id}`).catch(() => null)
    if (shown?.status === 200) json = shown.json
  }
  uploads.stored.push(json.url)
  await publish(campaign, writer, `picture ${number} of ${writer}`, [json.id])
}
