import assert from 'node:assert/strict'
import { saveEmoji } from '../../src/emojis/save-emoji.ts'
import { replaceRules } from '../../src/instance/rules.ts'
import { processEmoji } from '../../src/processing/profile-images.ts'
import { setAccount } from './account-state.ts'
import type { TestServer, TestUser } from './server.ts'
import { EVENING, FJORD, LAKE, MEADOW, MOON, NIGHT, PEOPLE, PINK, SEA } from './showcase-people.ts'
import { landscape, portrait, rookEmoji, type View } from './showcase-pictures.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A server with people who talk to each other: for looking at its pages. */
export interface Showcase {
  ada: TestUser
  /** id of the status with the longest thread */
  threadId: string
  /** id of a status with a poll */
  pollId: string
}

/**
 * Fills an empty server. The last post is a few minutes old.
 * @param scale of the pictures: 1 looks best, less is faster
 */
export async function seedShowcase(server: TestServer, scale = 1): Promise<Showcase> {
  const upload = uploader(scale)
  const end = server.clock.now
  server.clock.now = end - 40 * DAY
  await describeServer(server)
  const people = await signUpAll(server, scale)
  const { ada, kenji, layla, tom, grace } = people
  for (const one of Object.values(people)) {
    for (const other of Object.values(people)) if (one !== other) await one.follow(other)
  }
  server.clock.now = end - 20 * DAY
  const hello = await ada.publish(
    'Hello! I count birds for a living, and draw them when they hold still.\n\nEvery month I write up what the cameras on the marsh have seen. Questions are welcome, mistakes are mine. #introduction #birds',
  )
  await ada.post(`/api/v1/statuses/${hello.id}/pin`)
  await favour(hello, [kenji, layla, tom, grace])

  server.clock.now = end - 6 * DAY
  await tom.publish('Does the hide at the north gate still have a roof after the storm?', {
    visibility: 'public',
  })
  await ada.publish('Short notice: the owl walk is full. There will be another one in October.', {
    spoiler_text: 'Event, regional',
  })
  server.clock.now = end - 4 * DAY
  await kenji.publish(
    '朝の湖。霧が晴れるまで二時間待ちました。待ったかいがありました。\n\n#写真 #鳥',
    {
      language: 'ja',
      media_ids: [await upload(kenji, LAKE, '霧のかかった湖の朝')],
    },
  )
  await layla.publish(
    'صباح الخير من الحديقة. رأيت اليوم أول لقلق في هذا الموسم! https://birds.example/stork\n\n#طيور',
    { language: 'ar' },
  )
  server.clock.now = end - 2 * DAY
  const poll = await ada.publish('Which bird should be on the cover of the autumn guide?', {
    poll: {
      options: ['Rook :rook:', 'Great crested grebe', 'Kingfisher', 'Surprise me'],
      expires_in: 5 * 86_400,
    },
  })
  await vote(poll, [kenji, 2], [layla, 2], [tom, 0], [grace, 2])
  await favour(poll, [kenji, grace])

  const thread = await startThread(server, people, upload, end - 9 * HOUR)

  server.clock.now = end - 3 * HOUR
  const four = await ada.publish(
    'A week on the coast in four pictures. The third one took three mornings. #birds #coast',
    {
      media_ids: [
        await upload(ada, SEA, 'A low sun over a calm sea'),
        await upload(ada, FJORD, 'Steep hills around an inlet, with gulls above'),
        await upload(ada, PINK, 'Pink evening light over dunes'),
        await upload(ada, MOON, 'The moon above dark hills'),
      ],
    },
  )
  await favour(four, [kenji, layla, tom, grace])
  await boost(four, [kenji, grace])
  server.clock.now = end - 2 * HOUR
  const kestrel = await grace.publish(
    'The nest on the water tower has a webcam now, and nobody here gets any work done.',
    { media_ids: [await upload(grace, MEADOW, 'Fields below a tower, with a bird hovering')] },
  )
  await boost(kestrel, [ada])
  server.clock.now = end - 40 * MINUTE
  await tom.publish(
    'Found after the storm. It is alive and at the vet’s; the picture is not nice.',
    {
      visibility: 'public',
      sensitive: true,
      media_ids: [await upload(tom, NIGHT, 'An injured bird in a box')],
    },
  )
  server.clock.now = end
  return { ada, threadId: thread, pollId: poll.id }
}

type People = Record<keyof typeof PEOPLE, TestUser>

async function describeServer(server: TestServer): Promise<void> {
  await server.app.transact((tx) =>
    tx.db.updateTable('application').set({ name: 'Kittiwake' }).execute(),
  )
  await server.set('title', 'Hedgerow')
  await server.set(
    'description',
    'A small, friendly place for people who look up when a bird flies by.',
  )
  await server.set('contact_email', 'hello@hedgerow.example')
  await server.set('registrations.mode', 'approval')
  await server.set('extended_description', {
    content:
      '<p>Hedgerow began as the mailing list of a bird club. Today it is home to people who ring, draw, film and feed birds, and to many who just like them.</p><p>It is run by three of us in our spare time and paid for by the club.</p>',
    updated_at: server.clock.now,
  })
  await server.app.transact((tx) =>
    replaceRules(tx, [
      {
        text: 'Be kind to the people behind the names',
        hint: 'Argue about the matter, not the person.',
      },
      { text: 'Leave nests alone', hint: 'No pictures of nests that show where they are.' },
      { text: 'No advertising', hint: '' },
    ]),
  )
  const original = (await processEmoji(await rookEmoji())).original
  await saveEmoji(server.app, {
    shortcode: 'rook',
    category: null,
    picture: { original, still: null },
    overwrite: true,
  })
}

async function signUpAll(server: TestServer, scale: number): Promise<People> {
  const entries = []
  for (const [username, person] of Object.entries(PEOPLE)) {
    const role = username === 'ada' ? ({ role: 'Owner' } as const) : {}
    const user = await server.signUp(username, role)
    const { face, header, fields, ...texts } = person
    const response = await user.patch('/api/v1/accounts/update_credentials', {
      ...texts,
      indexable: true,
      avatar: dataUri(await portrait(face)),
      header: dataUri(await landscape({ ...header, width: 1500 * scale, height: 500 * scale })),
    })
    assert.equal(response.statusCode, 200, response.body)
    await setAccount(server, user, { fields: JSON.stringify(fields) })
    entries.push([username, user])
  }
  return Object.fromEntries(entries)
}

function dataUri(jpeg: Buffer): string {
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

type Upload = (user: TestUser, view: View, description: string) => Promise<string>

function uploader(scale: number): Upload {
  return async (user, view, description) => {
    const size = { width: view.width * scale, height: view.height * scale }
    const file = dataUri(await landscape({ ...view, ...size }))
    const response = await user.post('/api/v2/media', { file, description, focus: '0,-0.3' })
    assert.equal(response.statusCode, 200, response.body)
    return response.json().id
  }
}

type Published = { id: string; poll?: { id: string } }

async function favour({ id }: Published, people: TestUser[]): Promise<void> {
  for (const person of people) await person.post(`/api/v1/statuses/${id}/favourite`)
}

async function boost({ id }: Published, people: TestUser[]): Promise<void> {
  for (const person of people) await person.post(`/api/v1/statuses/${id}/reblog`)
}

async function vote({ poll }: Published, ...votes: [TestUser, number][]): Promise<void> {
  for (const [person, choice] of votes) {
    await person.post(`/api/v1/polls/${poll?.id}/votes`, { choices: [choice] })
  }
}

async function startThread(
  server: TestServer,
  { ada, kenji, layla, tom, grace }: People,
  upload: Upload,
  begin: number,
): Promise<string> {
  const answer = async (user: TestUser, to: Published, text: string, more = {}) => {
    server.clock.now += 11 * MINUTE
    return user.publish(text, { in_reply_to_id: to.id, visibility: 'public', ...more })
  }
  server.clock.now = begin
  const first = await grace.publish(
    'What is the most surprising thing one of your cameras ever caught?',
  )
  const focal = await answer(
    ada,
    first,
    '@grace Four thousand rooks on their way to bed. The whole sky went dark for six minutes, and the microphone gave up after two.\n\nI have looked at this every evening since. #rooks',
    { media_ids: [await upload(ada, EVENING, 'A great flock of birds over the hills at sunset')] },
  )
  const one = await answer(kenji, focal, '@ada This is wonderful. Is there sound as well?')
  const two = await answer(
    ada,
    one,
    '@kenji The first two minutes: https://marsh.example/rooks/2026-07-30.flac',
  )
  await answer(kenji, two, '@ada ありがとう！ I will listen with headphones tonight.')
  await answer(layla, focal, '@ada سبحان الله، منظر مهيب!', { language: 'ar' })
  const count = await answer(
    tom,
    focal,
    '@ada How do you count them? I tried with a script once:\n\nfor (const frame of frames) total += blobs(frame).length\n\nand it also counted the church tower.',
  )
  await answer(ada, count, '@tom Same idea, but I tell it where the church is :rook:')
  await favour(focal, [kenji, layla, tom, grace])
  await boost(focal, [kenji, tom, grace])
  server.clock.now += 11 * MINUTE
  const edited = await ada.put(`/api/v1/statuses/${focal.id}`, {
    status:
      '@grace Four thousand rooks on their way to bed. The whole sky went dark for seven minutes, and the microphone gave up after two.\n\nI have looked at this every evening since. #rooks',
    media_ids: focal.media_attachments.map((item: { id: string }) => item.id),
  })
  assert.equal(edited.statusCode, 200, edited.body)
  return focal.id
}
