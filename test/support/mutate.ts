import type { Random } from './random.ts'

type Json = unknown

const TEXTS = [
  '',
  ' ',
  '0',
  'null',
  '\u0000',
  '\ud83d',
  '\udc00tail',
  '‮\u202egnitirw',
  'a'.repeat(70_000),
  'é̂'.repeat(2000),
  '<script>alert(1)</script><p onclick=x>',
  '<a href="javascript:alert(1)">x</a>'.repeat(50),
  '<'.repeat(5000),
  '@'.repeat(1000),
  '#a '.repeat(3000),
  "' or 1=1; drop table status; --",
  '%_\\',
  '__proto__',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  '2026-13-45T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  'https://',
  'https://elsewhere.example/users/x',
  'http://127.1/',
  'https://[::1]/',
  `https://elsewhere.example/${'x'.repeat(4000)}`,
  'https://user:pass@elsewhere.example/',
  'as:Public',
  'Person',
  'Tombstone',
]
const VALUES: readonly Json[] = [
  ...TEXTS,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  [],
  [[]],
  [[[[[[[[]]]]]]]],
  [null, {}, 'x', 7],
  Array.from({ length: 2000 }, (_, at) => at),
  {},
  { id: null, type: [] },
  { '@value': 'x', '@language': 'en' },
  { '@id': 'x', '@type': 'y' },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
]

/**
 * A changed copy of a JSON value: one to four members somewhere in it are replaced, left out, repeated,
 * wrapped or exchanged.
 *
 * @param names values that mean something here, such as ids
 */
export function mutate(value: Json, random: Random, names: readonly string[]): Json {
  const copy = structuredClone(value)
  const times = 1 + random.below(4)
  for (let time = 0; time < times; time++) mutateOnce(copy, random, names)
  return copy
}

function mutateOnce(root: Json, random: Random, names: readonly string[]): void {
  const place = random.pick(placesIn(root))
  if (place === undefined) return
  const { parent, name } = place
  const before = parent[name]
  const ways: (() => Json)[] = [
    () => structuredClone(random.pick(VALUES)),
    () => random.pick(names),
    () => random.pick(names),
    () => undefined,
    () => [before, structuredClone(before)],
    () => [before, structuredClone(random.pick(VALUES))],
    () => ({ id: before }),
    () => ({ type: random.pick(['Note', 'Person', 'Link', 'Follow']), id: random.pick(names) }),
    () => {
      const other = random.pick(placesIn(root))!
      return structuredClone(other.parent[other.name])
    },
  ]
  const after = random.pick(ways)()
  if (after === undefined) delete parent[name]
  else parent[name] = after
}

interface Place {
  parent: Record<string, Json>
  name: string
}

function placesIn(value: Json, places: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null || places.length > 500) return places
  const parent = value as Record<string, Json>
  for (const name of Object.keys(parent)) {
    places.push({ parent, name })
    placesIn(parent[name], places)
  }
  return places
}
