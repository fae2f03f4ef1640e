const catalogues = import.meta.glob('../../locales/*.po', { query: '?admin' })

/** Loads the administration's words in a language; a file of its own, as English needs none. */
export const load = (tag: string): Promise<unknown> | undefined =>
  catalogues[`../../locales/${tag}.po`]?.()
