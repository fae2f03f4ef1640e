import type { Announcement } from '../../shared/entities/api.ts'

/** The beginning of an announcement: it has no title of its own. */
export function titleOf({ content }: Pick<Announcement, 'content'>): string {
  const template = document.createElement('template')
  template.innerHTML = content
  for (const end of template.content.querySelectorAll('br')) end.replaceWith('\n')
  const first = template.content.querySelector('p, li, h1, h2, h3') ?? template.content
  return (first.textContent ?? '').trim().split('\n')[0] ?? ''
}
