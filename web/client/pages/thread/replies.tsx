import { useCallback, useState } from 'preact/hooks'
import { useGradually } from '../../../shared/gradually.ts'
import { plural, t } from '../../../shared/i18n.ts'
import { arrivedBy } from '../../../shared/router.ts'
import { StatusCard } from '../../status/status-card.tsx'
import { type Branch, chainOf, sizeOf } from './tree.ts'

/** levels that are set in; what is deeper is folded until it is asked for */
const DEEP = 3

interface RepliesProps {
  branches: readonly Branch[]
  /** 0: answers to the status of the page */
  depth?: number
  isFlat?: boolean
}

/** Replies as a tree: a line leads through those that follow each other, forks are set in. */
export function Replies({ branches, depth = 0, isFlat = false }: RepliesProps) {
  const draw = useCallback(
    (branch: Branch) => (
      <li key={branch.post.id}>
        <OneBranch branch={branch} depth={depth} isFlat={isFlat} />
      </li>
    ),
    [depth, isFlat],
  )
  // what is answered is there first; who comes back to where they were needs all that was there
  const atOnce = arrivedBy === 'history' ? Number.POSITIVE_INFINITY : 0
  const { drawn } = useGradually(branches, draw, { atOnce })
  return (
    <ul
      class={depth === 0 || isFlat ? 'replies' : 'replies nested'}
      aria-label={depth === 0 ? t('Replies') : t('Replies to it')}
    >
      {drawn}
    </ul>
  )
}

interface OneBranchProps {
  branch: Branch
  depth: number
  isFlat: boolean
}

function OneBranch({ branch, depth, isFlat }: OneBranchProps) {
  const { posts, forks } = chainOf(branch)
  return (
    <>
      {posts.map((post, at) => (
        <StatusCard
          key={post.id}
          post={post}
          context="thread"
          isInThread={!isFlat}
          line={lineOf(at > 0, at < posts.length - 1 || forks.length > 0)}
        />
      ))}
      {forks.length > 0 &&
        (depth + 1 > DEEP && !isFlat ? (
          <Folded branches={forks} depth={depth + 1} />
        ) : (
          <Replies branches={forks} depth={depth + 1} isFlat={isFlat} />
        ))}
    </>
  )
}

export function lineOf(above: boolean, below: boolean): 'above' | 'below' | 'both' | undefined {
  if (above && below) return 'both'
  if (above) return 'above'
  return below ? 'below' : undefined
}

/** A branch that is too deep to be set in further: on request it goes on without. */
function Folded({ branches, depth }: { branches: readonly Branch[]; depth: number }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Replies branches={branches} depth={depth} isFlat />
  return (
    <button type="button" class="replies-folded" onClick={() => setOpen(true)}>
      {plural(sizeOf(branches), 'Show {n} more reply', 'Show {n} more replies')}
    </button>
  )
}
