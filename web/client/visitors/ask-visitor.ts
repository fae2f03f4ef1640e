import { loadLayer } from '../layers/layers.tsx'
import type { Wish } from './wish.ts'

/**
 * Shows a visitor the ways on: to sign in here, or to go on at the server where they have an account.
 * @param url of what they wanted to act upon, as other servers know it
 */
export function askVisitor(what: Wish, url: string): void {
  void loadLayer(async () => (await import('./visitor-dialog.tsx')).drawVisitorDialog(what, url))
}
