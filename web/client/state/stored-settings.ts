import { viewer } from '../../shared/session.ts'

export type Values = Record<string, unknown>

/** Settings as this browser keeps them: they count at once, before the server has heard of them. */
export interface StoredSettings {
  /** names of those that the server does not know yet */
  unsent: readonly string[]
  /** ms since 1970; since when the server has known no others: a document that was asked for before may be older */
  knownAt: number
  values: Values
}

const NOTHING: StoredSettings = { unsent: [], knownAt: 0, values: {} }

/** those of visitors */
const LOOKS = 'rookery.settings'
const PLACE = viewer === null ? LOOKS : `${LOOKS}.${viewer.account_id}`
/** ms since 1970; `performance.timeOrigin` is of a clock that may stand still while the device sleeps */
const DOCUMENT_ASKED = Date.now() - performance.now()

let memory: StoredSettings = NOTHING
/** whether the browser has stored what is in memory; if not, that counts until the page is left */
let isKept = true
let turn = Promise.resolve()
begin()

/** As any tab of the browser stored them last. */
export function storedSettings(): StoredSettings {
  if (isKept) memory = read() ?? memory
  return memory
}

export function storeSettings(settings: StoredSettings): void {
  memory = settings
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings))
    isKept = true
  } catch {
    isKept = false
  }
}

/** Lets visitors of this browser see what an account chose in it. */
export function storeLook(name: string, value: unknown): void {
  const looks = read(LOOKS) ?? NOTHING
  try {
    const values = { ...looks.values, [name]: value }
    localStorage.setItem(LOOKS, JSON.stringify({ ...looks, values }))
  } catch {
    // they see the usual ones
  }
}

/** Tells when another tab has stored settings. */
export function watchStoredSettings(hear: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === PLACE) hear()
  })
  // a page that comes back from before heard nothing meanwhile
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hear()
  })
}

/** Does one work after the other, in all tabs where the browser can: of two requests the later might arrive first. */
export function inTurn(work: () => Promise<void>): Promise<void> {
  turn = turn.then(() =>
    navigator.locks === undefined ? work() : navigator.locks.request(PLACE, work).catch(() => {}),
  )
  return turn
}

/** Begins with what the server knows, and with what it does not know yet. */
function begin(): void {
  const here = read() ?? NOTHING
  const isDocumentOlder = DOCUMENT_ASKED < here.knownAt && here.knownAt <= Date.now()
  const given = isDocumentOlder ? null : givenByServer()
  const unsent = here.unsent.map((name) => [name, here.values[name]])
  memory = {
    unsent: here.unsent,
    knownAt: given === null ? here.knownAt : DOCUMENT_ASKED,
    values: { ...(given ?? here.values), ...Object.fromEntries(unsent) },
  }
  // the other tabs begin with it, too, and the next start without network
  if (viewer !== null) storeSettings(memory)
}

/** @returns null: nothing is stored, or the browser keeps nothing */
function read(place = PLACE): StoredSettings | null {
  try {
    const found = JSON.parse(
      localStorage.getItem(place) ?? 'null',
    ) as Partial<StoredSettings> | null
    if (!isRecord(found) || !isRecord(found.values)) return null
    const { unsent, knownAt, values } = found
    return {
      unsent: Array.isArray(unsent) ? unsent.filter((name) => typeof name === 'string') : [],
      knownAt: typeof knownAt === 'number' ? knownAt : 0,
      values,
    }
  } catch {
    return null
  }
}

function givenByServer(): Values | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="settings"]')?.content
  try {
    const given = JSON.parse(text ?? 'null') as Values | null
    return given === null || Object.keys(given).length === 0 ? null : given
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
