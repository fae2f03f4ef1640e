import assert from 'node:assert/strict'
import { saveEmoji } from '../../src/features/emojis/save-emoji.ts'
import { replaceRules } from '../../src/features/instance/rules.ts'
import { processEmoji } from '../../src/kernel/processing/profile-images.ts'
import { setAccount } from './account-state.ts'
import type { TestServer, TestUser } from './server.ts'
import { EVENING, FJORD, LAKE, MEADOW, MOON, NIGHT, PEOPLE, PINK, SEA } from './showcase-people.ts'
import { landscape, portrait, rookEmoji, type View } from './showcase-pictures.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A server with people who talk to each other: for looking at its pages. */
export interface Showcase {
  /** name of the account with the fullest profile */
  username: 'ada'
  /** with a token of hers */
  ada: TestUser
  /** id of the status with the longest thread, hers */
  threadId: string
}

/** Context for writing the posts. */
interface Scene {
  server: TestServer
  /** ms since 1970: when it is looked at */
  now: number
  people: Record<keyof typeof PEOPLE, TestUser>
  /** size of the pictures: 1 is the whole */
  scale: number
}

/**
 * Fills an empty server. The last post is an hour old.
 * @param scale of the pictures: 1 looks best, less is faster
 */
export async function seedShowcase(server: TestServer, scale = 1): Promise<Showcase> {
  const { now } = server.clock
  server.clock.now = now - 40 * DAY
  await describeServer(server)
  const people = await signUpAll(server, scale)
  const scene = { server, now, people, scale }
  await introduce(scene)
  await spendWeek(scene)
  await askPoll(scene)
  const threadId = await talk(scene)
  await spendAfternoon(scene)
  server.clock.now = now
  return { username: 'ada', ada: people.ada, threadId }
}

async function describeServer(server: TestServer): Promise<void> {
  await server.set('title', 'Hedgerow')
  await server.set(
    'description',
    'A small, friendly place for people who look up when a bird flies by.',
  )
  await server.set('contact_email', 'hello@hedgerow.example')
  await server.set('registrations.mode', 'approval')
  const content =
    '<p>Hedgerow began as the mailing list of a bird club. Today it is home to people who ring, draw, film and feed birds, and to many who just like them.</p><p>It is run by three of us in our spare time and paid for by the club.</p>'
  await server.set('extended_description', { content, updated_at: server.clock.now })
  await server.app.transact(async (tx) => {
    await tx.db.updateTable('application').set({ name: 'Kittiwake' }).execute()
    await replaceRules(tx, [
      { text: 'Be kind to the people behind the names', hint: 'Argue about the matter only.' },
      { text: 'Leave nests alone', hint: 'No pictures of nests that show where they are.' },
      { text: 'No advertising', hint: '' },
    ])
  })
  const { original } = await processEmoji(await rookEmoji())
  const picture = { original, still: null }
  await saveEmoji(server.app, { shortcode: 'rook', category: null, picture, overwrite: true })
}

async function signUpAll(server: TestServer, scale: number): Promise<Scene['people']> {
  const entries: [string, TestUser][] = []
  for (const [username, person] of Object.entries(PEOPLE)) {
    const user = await server.signUp(username, username === 'ada' ? { role: 'Owner' } : {})
    const { face, header, fields, ...texts } = person
    const sky = await landscape({ ...header, width: 1500 * scale, height: 500 * scale })
    const response = await user.patch('/api/v1/accounts/update_credentials', {
      ...texts,
      indexable: true,
      avatar: dataUri(await portrait(face)),
      header: dataUri(sky),
    })
    assert.equal(response.statusCode, 200, response.body)
    await setAccount(server, user, { fields: JSON.stringify(fields) })
    entries.push([username, user])
  }
  const people = Object.fromEntries(entries) as Scene['people']
  const { ada, kenji, layla, grace } = people
  for (const one of [ada, kenji, layla, grace]) {
    for (const other of Object.values(people)) if (one !== other) await one.follow(other)
  }
  return people
}

async function introduce({ server, now, people: { ada, ...others } }: Scene): Promise<void> {
  server.clock.now = now - 20 * DAY
  const hello = await ada.publish(
    'Hello! I count birds for a living, and draw them when they hold still.\n\nEvery month I write up what the cameras on the marsh have seen. Questions are welcome, mistakes are mine. #introduction #birds',
  )
  await ada.post(`/api/v1/statuses/${hello.id}/pin`)
  await favour(hello, Object.values(others))
}

async function spendWeek(scene: Scene): Promise<void> {
  const { server, now, people } = scene
  const { ada, kenji, layla, tom } = people
  server.clock.now = now - 6 * DAY
  await tom.publish('Does the hide at the north gate still have a roof after the storm?', OPEN)
  await ada.publish('Short notice: the owl walk is full. There will be another one in October.', {
    spoiler_text: 'Event, regional',
  })
  server.clock.now = now - 4 * DAY
  const lake = await upload(scene, kenji, LAKE, '霧のかかった湖の朝')
  const morning = '朝の湖。霧が晴れるまで二時間待ちました。待ったかいがありました。\n\n#写真 #鳥'
  await kenji.publish(morning, { language: 'ja', media_ids: [lake] })
  await layla.publish(
    'صباح الخير من الحديقة. رأيت اليوم أول لقلق في هذا الموسم! https://birds.example/stork\n\n#طيور',
    { language: 'ar' },
  )
}

async function askPoll({ server, now, people }: Scene): Promise<void> {
  const { ada, kenji, layla, tom, grace } = people
  server.clock.now = now - 2 * DAY
  const options = ['Rook :rook:', 'Great crested grebe', 'Kingfisher', 'Surprise me']
  const poll = await ada.publish('Which bird should be on the cover of the autumn guide?', {
    poll: { options, expires_in: 5 * 86_400 },
  })
  const choices: [TestUser, number][] = [
    [kenji, 2],
    [layla, 2],
    [tom, 0],
    [grace, 2],
  ]
  for (const [person, choice] of choices) {
    await person.post(`/api/v1/polls/${poll.poll.id}/votes`, { choices: [choice] })
  }
  await favour(poll, [kenji, grace])
}

/** @returns id of the status in the middle of the talk */
async function talk(scene: Scene): Promise<string> {
  const { server, now, people } = scene
  const { ada, kenji, layla, tom, grace } = people
  const answer = (user: TestUser, to: Published, text: string, more = {}) => {
    server.clock.now += 11 * MINUTE
    return user.publish(text, { in_reply_to_id: to.id, ...OPEN, ...more })
  }
  server.clock.now = now - 9 * HOUR
  const first = await grace.publish(
    'What is the most surprising thing one of your cameras ever caught?',
  )
  const evening = await upload(scene, ada, EVENING, 'A great flock of birds over hills at sunset')
  const focal = await answer(ada, first, rooks('six'), { media_ids: [evening] })
  const sound = await answer(kenji, focal, '@ada This is wonderful. Is there sound as well?')
  const link = 'https://marsh.example/rooks/2026-07-30.flac'
  const file = await answer(ada, sound, `@kenji The first two minutes: ${link}`)
  await answer(kenji, file, '@ada ありがとう！ I will listen with headphones tonight.')
  await answer(layla, focal, '@ada سبحان الله، منظر مهيب!', { language: 'ar' })
  const count = await answer(
    tom,
    focal,
    '@ada How do you count them? I tried with a script once:\n\nfor (const frame of frames) total += blobs(frame).length\n\nand it also counted the church tower.',
  )
  await answer(ada, count, '@tom Same idea, but I tell it where the church is :rook:')
  await favour(focal, [kenji, layla, tom, grace])
  await boost(focal, [kenji, tom, grace])
  await ada.put(`/api/v1/statuses/${focal.id}`, { status: rooks('seven'), media_ids: [evening] })
  return focal.id
}

function rooks(minutes: string): string {
  return `@grace Four thousand rooks on their way to bed. The whole sky went dark for ${minutes} minutes, and the microphone gave up after two.\n\nI have looked at this every evening since. #rooks`
}

async function spendAfternoon(scene: Scene): Promise<void> {
  const { server, now, people } = scene
  const { ada, kenji, layla, tom, grace } = people
  server.clock.now = now - 3 * HOUR
  const coast = [
    await upload(scene, ada, SEA, 'A low sun over a calm sea'),
    await upload(scene, ada, FJORD, 'Steep hills around an inlet, with gulls above'),
    await upload(scene, ada, PINK, 'Pink evening light over dunes'),
    await upload(scene, ada, MOON, 'The moon above dark hills'),
  ]
  const four = await ada.publish(
    'A week on the coast in four pictures. The third one took three mornings. #birds #coast',
    { media_ids: coast },
  )
  await favour(four, [kenji, layla, tom, grace])
  await boost(four, [kenji, grace])
  server.clock.now = now - 2 * HOUR
  const meadow = await upload(scene, grace, MEADOW, 'Fields below a tower, with a bird hovering')
  const kestrel = await grace.publish(
    'The nest on the water tower has a webcam now, and nobody here gets any work done.',
    { media_ids: [meadow] },
  )
  await boost(kestrel, [ada])
  server.clock.now = now - HOUR
  const injured = await upload(scene, tom, NIGHT, 'An injured bird in a box')
  await tom.publish(
    'Found after the storm. It is alive and at the vet’s; the picture is not nice.',
    {
      ...OPEN,
      sensitive: true,
      media_ids: [injured],
    },
  )
}

/** Said by those who post to their followers unless they choose otherwise. */
const OPEN = { visibility: 'public' }

type Published = { id: string }

async function upload(
  { scale }: Scene,
  user: TestUser,
  view: View,
  description: string,
): Promise<string> {
  const size = { width: view.width * scale, height: view.height * scale }
  const file = dataUri(await landscape({ ...view, ...size }))
  const response = await user.post('/api/v2/media', { file, description, focus: '0,-0.3' })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().id
}

function dataUri(jpeg: Buffer): string {
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

async function favour({ id }: Published, people: TestUser[]): Promise<void> {
  for (const person of people) await person.post(`/api/v1/statuses/${id}/favourite`)
}

async function boost({ id }: Published, people: TestUser[]): Promise<void> {
  for (const person of people) await person.post(`/api/v1/statuses/${id}/reblog`)
}
