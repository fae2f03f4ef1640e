/** A write of the campaign. */
export type Write =
  | { kind: 'post'; writer: number; text: string }
  /** of a post of somebody else, by its place among the acknowledged ones */
  | { kind: 'favourite' | 'boost'; writerAfterAuthor: number; post: number }
  | { kind: 'follow'; writer: number; target: string }

/** Of twenty writes, in order: a favourite needs a post that is there. */
const KINDS = [
  ...['post', 'post', 'follow', 'post', 'favourite', 'post', 'boost', 'post', 'favourite', 'post'],
  ...[
    'post',
    'follow',
    'post',
    'favourite',
    'boost',
    'post',
    'follow',
    'favourite',
    'post',
    'boost',
  ],
] as const

/**
 * All writes of a campaign, each different from all others.
 * @param follows pairs of a writer and the account to follow, none of them twice
 */
export function planWrites(
  count: number,
  writers: number,
  follows: readonly { writer: number; target: string }[],
): Write[] {
  const made = { post: 0, favourite: 0, boost: 0, follow: 0 }
  return Array.from({ length: count }, (_, at): Write => {
    const kind = KINDS[at % KINDS.length] as keyof typeof made
    const number = made[kind]++
    if (kind === 'post') return { kind, writer: number % writers, text: `number ${number}` }
    if (kind === 'favourite') return { kind, writerAfterAuthor: 1, post: number }
    if (kind === 'boost') return { kind, writerAfterAuthor: 2, post: number }
    const pair = follows[number]
    if (pair === undefined) throw new Error('There are not enough accounts to follow')
    return { kind, ...pair }
  })
}
