import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGiphy } from './giphy.ts'
import { createTenor } from './tenor.ts'

/** Cut from an answer of `GET https://api.giphy.com/v1/gifs/search`. */
const GIPHY = {
  type: 'gif',
  id: 'ClmhNK8R9M4RUkcSxV',
  title: 'Save Them All I Love You GIF by Best Friends Animal Society',
  rating: 'g',
  images: {
    original: { url: 'https://media0.giphy.com/media/a/giphy.gif', width: '480', height: '413' },
    downsized: { url: 'https://media0.giphy.com/media/a/giphy-downsized.gif', size: '369061' },
    fixed_width_small: {
      url: 'https://media0.giphy.com/media/a/100w.gif',
      width: '100',
      height: '87',
    },
  },
}

test('Giphy: the words of the title without who made it, unless there is an alternative text', () => {
  const giphy = createGiphy('key')

  assert.deepEqual(giphy.read({ data: [GIPHY, { ...GIPHY, alt_text: 'A dog licks' }] }), [
    {
      id: 'ClmhNK8R9M4RUkcSxV',
      description: 'Save Them All I Love You',
      width: 100,
      height: 87,
      preview: 'https://media0.giphy.com/media/a/100w.gif',
      file: 'https://media0.giphy.com/media/a/giphy-downsized.gif',
    },
    {
      id: 'ClmhNK8R9M4RUkcSxV',
      description: 'A dog licks',
      width: 100,
      height: 87,
      preview: 'https://media0.giphy.com/media/a/100w.gif',
      file: 'https://media0.giphy.com/media/a/giphy-downsized.gif',
    },
  ])
  assert.equal(giphy.read({ data: GIPHY }).length, 1)
  // what it answers while its own systems fail
  assert.deepEqual(giphy.read({ data: [], meta: { status: 200, response_id: '' } }), [])
  assert.deepEqual(
    [giphy.search('a&b=c', 'de', 30), giphy.one('x1')],
    [
      '/v1/gifs/search?api_key=key&rating=pg&q=a%26b%3Dc&lang=de&limit=30',
      '/v1/gifs/x1?api_key=key&rating=pg',
    ],
  )
})

test('Klipy: a file that is too large gives way to a smaller one', () => {
  const klipy = createTenor('key')
  const format = (name: string, size: number) => ({
    url: `https://static.klipy.com/${name}.gif`,
    dims: [200, 150],
    size,
  })
  const item = (gif: number) => ({
    id: 8_041_234,
    title: 'title',
    content_description: '',
    media_formats: {
      gif: format('gif', gif),
      mediumgif: format('mediumgif', 100),
      tinygif: format('tinygif', 10),
    },
  })

  const [small, large] = klipy.read({ results: [item(1000), item(9_000_000)] })
  assert.deepEqual(small, {
    id: '8041234',
    description: 'title',
    width: 200,
    height: 150,
    preview: 'https://static.klipy.com/tinygif.gif',
    file: 'https://static.klipy.com/gif.gif',
  })
  assert.equal(large?.file, 'https://static.klipy.com/mediumgif.gif')
})
