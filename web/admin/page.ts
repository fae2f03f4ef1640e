import type { ComponentType } from 'preact'

export interface PageProps {
  /** the parts of the address behind the page's own: ['17', 'edit'] at /admin/rules/17/edit */
  rest: readonly string[]
}

/** Exports of a page's file. */
export interface PageModule {
  Page: ComponentType<PageProps>
}
