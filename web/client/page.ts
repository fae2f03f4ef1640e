import type { ComponentType } from 'preact'

export interface PageProps {
  /** what stands in the address where the pattern has `:name` */
  params: Readonly<Record<string, string>>
}

/** Exports of a page's file. */
export interface PageModule {
  Page: ComponentType<PageProps>
  /** reads what the page shows first, so that it can be drawn whole; it may fail, the page says so then */
  prepare?: (params: PageProps['params']) => Promise<unknown>
}
