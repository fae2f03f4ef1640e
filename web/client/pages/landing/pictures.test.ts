import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Status } from '../../../shared/entities/api.ts'
import { shownPictures } from './pictures.ts'

function post(changes: Record<string, unknown> = {}): Status {
  return {
    media_attachments: [{ type: 'image', preview_url: 'https://home.test/a.png' }],
    sensitive: false,
    spoiler_text: '',
    account: { discoverable: true },
    ...changes,
  } as unknown as Status
}

test('visitors are shown pictures unasked that nobody has to be warned of, of people who let themselves be found', () => {
  const posts = [
    post({ sensitive: true }),
    post({ spoiler_text: 'a spider' }),
    post({ account: { discoverable: false } }),
    post({ account: { discoverable: null } }),
    post({ media_attachments: [{ type: 'video', preview_url: 'x' }] }),
    post({ media_attachments: [{ type: 'image', preview_url: null }] }),
    post({ media_attachments: [] }),
  ]

  assert.deepEqual(shownPictures(posts), [])
  const countOf = (plain: number) =>
    shownPictures([...posts, ...Array.from({ length: plain }, () => post())]).length
  assert.deepEqual([1, 2, 3, 5, 6, 20].map(countOf), [0, 0, 3, 3, 6, 6])
})
