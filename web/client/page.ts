import type { ComponentType } from 'preact'

export interface PageProps {
  /** what stands in the address where the pattern has `:name` */
  params: Readonly<Record<string, string>>
}

/** Exports of a page's file. */
export interface PageModule {
  Page: ComponentType<PageProps>
  /**
   * Reads what the page shows first, so that it can be drawn whole. It may fail, the page says so then; and it does not
   * run where the file was loaded before, so that the page itself reads whatever it needs.
   */
  prepare?: (params: PageProps['params']) => Promise<unknown>
}
