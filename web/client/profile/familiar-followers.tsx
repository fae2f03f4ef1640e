import type { ComponentChildren } from 'preact'
import { displayName } from '../../shared/components/person.tsx'
import type { Account } from '../../shared/entities/api.ts'
import { plural } from '../../shared/i18n.ts'
import { rich } from '../../shared/rich.ts'
import { familiarFollowersOf } from '../people/account-cache.ts'
import { Avatar } from '../people/account-name.tsx'
import { useCached } from '../people/read-cache.ts'
import { profilePath } from '../state/accounts.ts'

/** Followers of the account whom the viewer follows. */
export function FamiliarFollowers({ account }: { account: Account }) {
  const people = useCached(familiarFollowersOf(account))
  const [first, second] = people ?? []
  if (people === null || first === undefined) return null
  return (
    <p class="familiar">
      <span class="familiar-pictures">
        {people.slice(0, 3).map((person) => (
          <Avatar key={person.id} account={person} size={28} />
        ))}
      </span>
      <span class="small">{wordsOf(people.length, <Name of={first} />, second)}</span>
    </p>
  )
}

function wordsOf(count: number, first: ComponentChildren, other: Account | undefined) {
  if (other === undefined) return rich('Followed by {first}, whom you follow', { first })
  const second = <Name of={other} />
  if (count === 2)
    return rich('Followed by {first} and {second}, whom you follow', { first, second })
  const others = plural(count - 2, '{n} other', '{n} others')
  return rich('Followed by {first}, {second} and {others} you follow', { first, second, others })
}

function Name({ of }: { of: Account }) {
  return (
    <a href={profilePath(of)}>
      <bdi>{displayName(of)}</bdi>
    </a>
  )
}
