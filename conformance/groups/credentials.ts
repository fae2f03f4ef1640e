import { multipart } from '../http/encoding.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { PNG_DATA_URI, pngFile } from '../walk/samples.ts'
import { openRegistrations, signUp } from '../walk/sign-up.ts'
import { checkSuccess, type Walk } from '../walk/walk.ts'

const UPDATE = '/api/v1/accounts/update_credentials'

export const credentialOperations: Operation[] = [
  row('GET', '/api/v1/accounts/verify_credentials', async (walk) => {
    const answer = await serve(walk)
    walk.equal('is the caller', answer.json.id, walk.alice.id)
    for (const name of ['access_token', 'bearer_token']) {
      const named = await walk.anonymous.get(walk.row.path, { [name]: walk.alice.token })
      checkSuccess(walk, `S-445 ${name}`, named)
    }
    if (!(await openRegistrations(walk))) return walk.leaveOut('registrations are closed')
    const { client } = await signUp(walk)
    const newcomer = await client.get('/api/v1/accounts/verify_credentials')
    if (newcomer.status === 200) return walk.leaveOut('addresses need no confirmation')
    walk.refused('S-026 unconfirmed', newcomer, 403)
  }),

  row('PATCH', UPDATE, async (walk) => {
    const change = { display_name: 'Alice', note: 'About #conformance', 'source[language]': 'de' }
    const answer = await serve(walk, {
      body: {
        display_name: 'Alice',
        note: 'About',
        source: { privacy: 'unlisted', sensitive: true, language: 'de' },
      },
    })
    walk.equal('display_name', answer.json.display_name, 'Alice')
    walk.equal('source', pick(answer.json.source, 'privacy', 'sensitive', 'language', 'note'), {
      privacy: 'unlisted',
      sensitive: true,
      language: 'de',
      note: 'About',
    })
    walk.later(() => walk.alice.send('PATCH', UPDATE, { body: { ...change, source: PLAIN } }))
    await checkFields(walk)
    await checkPictures(walk)
    await checkLimits(walk)
  }),

  ...(['avatar', 'header'] as const).map((picture) =>
    row('DELETE', `/api/v1/profile/${picture}`, async (walk) => {
      const before = await walk.alice.must('PATCH', UPDATE, { [picture]: PNG_DATA_URI })
      const answer = await serve(walk)
      walk.claim('picture is gone', answer.json[picture] !== before[picture], answer.json[picture])
    }),
  ),
]

const PLAIN = { privacy: 'public', sensitive: false, language: '' }

/** S-003: in all forms of encoding */
async function checkFields(walk: Walk): Promise<void> {
  const fields = [
    { name: 'Home', value: 'here' },
    { name: 'Age', value: 'enough' },
  ]
  const hash = { 0: fields[0], 1: fields[1] } as Record<string, { name: string; value: string }>
  const ways = {
    'JSON list': { fields_attributes: fields },
    'JSON hash': { fields_attributes: hash },
    form: new URLSearchParams(
      fields.flatMap(({ name, value }, at) => [
        [`fields_attributes[${at}][name]`, name],
        [`fields_attributes[${at}][value]`, value],
      ]),
    ),
    multipart: multipart({ fields_attributes: hash }),
  }
  for (const [way, body] of Object.entries(ways)) {
    await walk.alice.must('PATCH', UPDATE, { fields_attributes: [] })
    const answer = await walk.alice.send('PUT', UPDATE, { body })
    walk.status(`S-003 S-007 fields as ${way}`, answer, 200)
    const shown = answer.json?.source?.fields?.map((field: object) => pick(field, 'name', 'value'))
    walk.equal(`S-003 fields as ${way}`, shown, fields)
  }
  await walk.alice.must('PATCH', UPDATE, { fields_attributes: [] })
}

async function checkPictures(walk: Walk): Promise<void> {
  const before = await walk.alice.must('GET', '/api/v1/accounts/verify_credentials')
  const body = multipart({ avatar_description: 'A blue field' })
  body.set('avatar', pngFile())
  const uploaded = await walk.alice.send('PATCH', UPDATE, { body })
  walk.status('multipart avatar', uploaded, 200)
  walk.claim('avatar changed', uploaded.json?.avatar !== before.avatar, uploaded.text)
  walk.equal('avatar_description', uploaded.json?.avatar_description, 'A blue field')
  const encoded = await walk.alice.send('PATCH', UPDATE, { body: { header: PNG_DATA_URI } })
  walk.status('S-346 base64 header', encoded, 200)
  walk.claim('S-346 header changed', encoded.json?.header !== before.header, encoded.text)
  const broken = { avatar: 'data:image/png;base64,AAAA' }
  walk.refused('S-346 undecodable', await walk.alice.send('PATCH', UPDATE, { body: broken }), 422)
}

/** S-289 */
async function checkLimits(walk: Walk): Promise<void> {
  const field = { name: 'n', value: 'v' }
  const tooMuch = {
    display_name: { display_name: 'x'.repeat(41) },
    note: { note: 'x'.repeat(501) },
    fields: { fields_attributes: Array.from({ length: 5 }, () => field) },
    'field name': { fields_attributes: [{ ...field, name: 'x'.repeat(256) }] },
    avatar_description: { avatar_description: 'x'.repeat(151) },
  }
  for (const [name, body] of Object.entries(tooMuch)) {
    const answer = await walk.alice.send('PATCH', UPDATE, { body })
    walk.refused(`S-289 ${name} too long`, answer, 422)
    if (answer.status === 422) walk.valid('ValidationError', answer.json, `S-289 ${name}`)
  }
}

function pick(from: object | undefined, ...names: string[]): object {
  return Object.fromEntries(names.map((name) => [name, from?.[name as keyof typeof from]]))
}
