import { computed } from '@preact/signals'
import { useCallback, useMemo } from 'preact/hooks'
import { t } from '../../shared/i18n.ts'
import { arrivedBy } from '../../shared/router.ts'
import { useGradually } from '../../shared/use-gradually.ts'
import { StatusCard } from '../status/status-card.tsx'
import { FoldButton } from './fold-button.tsx'
import { folded } from './folding.ts'
import { Marks } from './marks.tsx'
import { type Branch, chainOf, sizeOf } from './tree.ts'

/** levels that are set in; what is deeper goes on along one line, and says whom it answers */
const DEEP = 3

interface RepliesProps {
  branches: readonly Branch[]
  /** 0: answers to the status of the page */
  depth?: number
}

const styleOf = (depth: number): string => {
  if (depth === 0) return 'replies'
  if (depth <= DEEP) return 'replies nested'
  return depth === DEEP + 1 ? 'replies flat' : 'replies'
}

/** Replies as a tree: a line leads through those that follow each other, forks are set in. */
export function Replies({ branches, depth = 0 }: RepliesProps) {
  const draw = useCallback(
    (branch: Branch) => (
      <li key={branch.post.id}>
        <OneBranch branch={branch} depth={depth} />
      </li>
    ),
    [depth],
  )
  // what is answered is there first; who comes back to where they were needs all that was there
  const atOnce = arrivedBy === 'history' ? Number.POSITIVE_INFINITY : 0
  const { drawn } = useGradually(branches, draw, { atOnce })
  return (
    <ul class={styleOf(depth)} aria-label={depth === 0 ? t('Replies') : t('Replies to it')}>
      {drawn}
    </ul>
  )
}

function OneBranch({ branch, depth }: { branch: Branch; depth: number }) {
  const { posts, forks } = chainOf(branch)
  const below = sizeOf(forks)
  // it changes only where this branch is folded, so that the others are not drawn again
  const ids = posts.map(({ id }) => id)
  const foldedAt = useFoldedAt(ids)
  const end = foldedAt === -1 ? posts.length : foldedAt + 1
  const isFlat = depth > DEEP
  return (
    <>
      {posts.slice(0, end).map((post, at) => {
        const isFolded = at === foldedAt
        const count = posts.length - 1 - at + below
        const isLast = at === end - 1 && (isFolded || forks.length === 0)
        return (
          <StatusCard
            key={post.id}
            post={post}
            context="thread"
            isInThread={!isFlat || at > 0}
            line={lineOf(at > 0, !isLast)}
            marks={<Marks post={post} />}
            foot={count > 0 && <FoldButton id={post.id} count={count} isFolded={isFolded} />}
          />
        )
      })}
      {forks.length > 0 && foldedAt === -1 && <Replies branches={forks} depth={depth + 1} />}
    </>
  )
}

/** Which of a chain is folded first; -1: none. */
function useFoldedAt(ids: readonly string[]): number {
  const at = useMemo(
    () => computed(() => ids.findIndex((id) => folded.value.has(id))),
    [ids.join()],
  )
  return at.value
}

export function lineOf(above: boolean, below: boolean): 'above' | 'below' | 'both' | undefined {
  if (above && below) return 'both'
  if (above) return 'above'
  return below ? 'below' : undefined
}
