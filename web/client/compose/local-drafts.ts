import { me } from '../../shared/session.ts'
import { type Attached, emptyPart, type Part, type Writing } from './writing.ts'

/** Writing is kept in this browser at every change, apart for each account, so that nothing is lost by a crash. */
const PREFIX = 'rookery.writing.'
const prefix = () => `${PREFIX}${me.account_id}.`

export interface LocalDraft {
  writing: Writing
  initial: string
  /** ms since 1970 */
  at: number
  /** files were still on their way, which are gone with the page that sent them */
  hasLostFiles: boolean
}

/** what each was when it was opened, so that it is known later whether it was changed */
const initials = new Map<string, string>()

export function rememberInitial(slot: string, initial: string): void {
  initials.set(slot, initial)
}

/** @param isWritten otherwise there is nothing worth keeping */
export function saveLocalDraft(writing: Writing, isWritten: boolean): void {
  if (!isWritten) {
    deleteLocalDraft(writing.slot)
    return
  }
  const kept: LocalDraft = {
    writing,
    initial: initials.get(writing.slot) ?? '',
    at: Date.now(),
    hasLostFiles: hasUnsent(writing),
  }
  try {
    localStorage.setItem(prefix() + writing.slot, JSON.stringify(kept))
  } catch {
    // no room, or not allowed: the server's drafts remain
  }
}

export function deleteLocalDraft(slot: string): void {
  try {
    localStorage.removeItem(prefix() + slot)
  } catch {
    // as above
  }
}

/** The stored post of a slot; null if nothing valid is stored. */
export function findLocalDraft(slot: string): LocalDraft | null {
  try {
    const text = localStorage.getItem(prefix() + slot)
    if (text === null) return null
    const kept = JSON.parse(text) as LocalDraft
    return { ...kept, writing: revived(kept.writing) }
  } catch {
    return null
  }
}

/** The copy of a draft of the server that this browser keeps. */
export const findLocalCopy = (draftId: string): LocalDraft | null =>
  allLocalDrafts().find(({ writing }) => writing.draftId === draftId) ?? null

/** All that this browser keeps for the account, latest first. */
export function allLocalDrafts(): LocalDraft[] {
  const slots: string[] = []
  try {
    for (let index = 0; index < localStorage.length; index++) {
      const key = localStorage.key(index) ?? ''
      if (key.startsWith(prefix())) slots.push(key.slice(prefix().length))
    }
  } catch {
    return []
  }
  const kept = slots.map(findLocalDraft).filter((one) => one !== null)
  return kept.sort((a, b) => b.at - a.at)
}

const hasUnsent = ({ parts }: Writing): boolean => parts.some(({ media }) => !media.every(isThere))

/** With those files that the server has. */
function revived(writing: Writing): Writing {
  const parts = writing.parts.map((part): Part => ({ ...part, media: part.media.filter(isThere) }))
  // what an earlier version of the client kept has no key
  const before = { key: crypto.randomUUID(), isDraftSent: false, isScheduleSent: false }
  return { ...before, ...writing, parts: parts.length === 0 ? [emptyPart()] : parts }
}

const isThere = ({ media }: Attached): boolean => media !== null
