import { type Signal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../shared/api.ts'
import { tellError } from '../../shared/components/toast.tsx'
import type { Relationship } from '../../shared/entities/api.ts'
import { viewer } from '../../shared/session.ts'
import { tellTabs } from '../state/tabs.ts'

/** How the person stands to others; null until it is known. */
const known = new Map<string, Signal<Relationship | null>>()
let wanted = new Set<string>()

/** ids in one API request, at most */
const MOST = 40

export function relationshipTo(id: string): Signal<Relationship | null> {
  let there = known.get(id)
  if (there === undefined) {
    there = signal(null)
    known.set(id, there)
  }
  return there
}

/** Takes what an action answered. */
export function keepRelationship(relationship: Relationship): void {
  relationshipTo(relationship.id).value = relationship
}

/** Takes what an action of the person answered: it shows in their other tabs, too. */
export function takeAnswer(relationship: Relationship): void {
  keepRelationship(relationship)
  tellTabs({ relationship })
}

/** The relationship to somebody, read together with the others that the page needs. */
export function useRelationship(id: string): Relationship | null {
  const there = relationshipTo(id)
  useEffect(() => {
    if (viewer === null || viewer.account_id === id || there.peek() !== null) return
    if (wanted.size === 0) setTimeout(() => void readWanted(), 0)
    wanted.add(id)
  }, [id, there])
  return there.value
}

/** Reads how the person stands to somebody anew: for their profile, where it has to be true. */
export async function readRelationship(id: string): Promise<void> {
  if (viewer === null || viewer.account_id === id) return
  const query = { id: [id], with_suspended: true }
  const [found] = await api.get<Relationship[]>('/api/v1/accounts/relationships', query)
  if (found !== undefined) keepRelationship(found)
}

interface Act {
  /** the last part of the address: `follow`, `unmute` … */
  verb: string
  body?: object
  /** what is most likely the case afterwards: shown at once, and taken back if it fails */
  expected?: Partial<Relationship>
}

/** Changes how the person stands to somebody. @returns null if it failed, which is said and taken back */
export async function act(
  id: string,
  { verb, body, expected = {} }: Act,
): Promise<Relationship | null> {
  const there = relationshipTo(id)
  const before = there.peek()
  if (before !== null) there.value = { ...before, ...expected }
  try {
    const answer = await api.post<Relationship>(`/api/v1/accounts/${id}/${verb}`, body)
    takeAnswer(answer)
    return answer
  } catch (problem) {
    there.value = before
    tellError(problem)
    return null
  }
}

async function readWanted(): Promise<void> {
  const ids = [...wanted]
  wanted = new Set()
  for (let from = 0; from < ids.length; from += MOST) {
    const some = { id: ids.slice(from, from + MOST) }
    const found = await api
      .get<Relationship[]>('/api/v1/accounts/relationships', some)
      .catch(() => [])
    for (const relationship of found) keepRelationship(relationship)
  }
}
