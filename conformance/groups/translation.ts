import { publish } from '../walk/arrange.ts'
import { serve } from '../walk/example.ts'
import { type Operation, row } from '../walk/row.ts'
import { pathOf } from '../walk/walk.ts'

/** Translations (S-355); our own server has a translator that converts to capitals. */
export const translationOperations: Operation[] = [
  row('POST', '/api/v1/statuses/:id/translate', async (walk) => {
    if (walk.operator === null) return walk.leaveOut('it may have no translator')
    const { id } = await publish(walk, walk.bob, { status: 'hello', language: 'en' })
    const { json } = await serve(walk, { params: { id }, body: { lang: 'de' } })
    const { content, language, detected_source_language } = json
    walk.equal(
      'translated',
      [content, language, detected_source_language],
      ['<p>HELLO</p>', 'de', 'en'],
    )
    const ask = (one: string, lang: string) =>
      walk.alice.send('POST', pathOf(walk.row, { id: one }), { body: { lang } })
    walk.refused('S-355 same language', await ask(id, 'en'), 403)
    walk.refused('S-355 unknown language', await ask(id, 'xx'), 403)
    const secret = { language: 'en', visibility: 'private' }
    const { id: own } = await publish(walk, walk.alice, secret)
    walk.refused('S-355 private', await ask(own, 'de'), 403)
  }),
]
