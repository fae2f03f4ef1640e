import { type ReadonlySignal, type Signal, signal } from '@preact/signals'

/** BCP 47 tags */
export interface Pair {
  sourceLanguage: string
  targetLanguage: string
}

/** The translator of a browser: https://webmachinelearning.github.io/translation-api/ */
export interface TranslatorApi {
  availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>
  create(options: Pair & { monitor: (of: EventTarget) => void }): Promise<DeviceTranslator>
}

export interface DeviceTranslator {
  translate(text: string): Promise<string>
  destroy?(): void
}

export const translatorApi = (): TranslatorApi | undefined =>
  (globalThis as { Translator?: TranslatorApi }).Translator

const known = new Map<string, Signal<boolean>>()

/** Whether the browser can translate between two languages; it is asked once for each pair, and loads nothing. */
export function canTranslateHere(pair: Pair): ReadonlySignal<boolean> {
  const key = `${pair.sourceLanguage} ${pair.targetLanguage}`
  const there = known.get(key)
  if (there !== undefined) return there
  const made = signal(false)
  known.set(key, made)
  translatorApi()
    ?.availability(pair)
    .then(
      (found) => {
        made.value = found !== 'unavailable'
      },
      () => {}, // a tag that the browser does not know
    )
  return made
}
