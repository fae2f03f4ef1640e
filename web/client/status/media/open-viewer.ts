import type { MediaAttachment } from '../../../shared/entities/api.ts'
import { loadLayer } from '../../layers/layers.tsx'

/**
 * Shows media in their full size; the viewer is loaded when it is first needed.
 * @param post address of the post that they are in, where it does not stand around them
 */
export function openViewer(media: readonly MediaAttachment[], at = 0, post?: string): void {
  void loadLayer(async () => (await import('./viewer.tsx')).drawViewer(media, at, post))
}
