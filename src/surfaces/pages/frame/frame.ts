import type { FastifyRequest } from 'fastify'
import { type Face, findFace } from '../../../features/accounts/face.ts'
import { findWebSettings, type WebSettings } from '../../../features/accounts/web-settings.ts'
import type { Settings, TimelineAccess } from '../../../features/instance/settings.ts'
import { mayInvite } from '../../../features/invites/invites.ts'
import type { App } from '../../../kernel/core/app.ts'
import type { Viewer } from '../../../kernel/http/routes.ts'
import { isStaff } from './staff.ts'
import type { Visitor } from './visitor.ts'
import type { Around } from './ways.ts'

/** Data of the frame around a page: the person who looks at it, and the place. */
export interface Frame {
  /** of the page, which the navigation marks */
  path: string
  /** null: a page that is the same for everybody */
  visitor: Visitor | null
  /** null: nobody is signed in */
  face: Face | null
  /** how they want pages to look; null: nobody is signed in */
  chosen: WebSettings | null
}

/** @returns null for who may open nothing of what the frame leads to: suspended, frozen, or without a second factor */
export async function frameFor(
  app: App,
  { url }: Pick<FastifyRequest, 'url'>,
  visitor: Visitor | null,
): Promise<Frame | null> {
  const path = url.replace(/[?#].*$/s, '')
  const user = visitor?.user ?? null
  if (user === null) {
    return visitor?.barred ? null : { path, visitor, face: null, chosen: null }
  }
  if (user.barred !== null) return null
  const [face, chosen] = await Promise.all([
    findFace(app, user.id),
    findWebSettings(app.db, user.id),
  ])
  return { path, visitor, face, chosen }
}

/** @param user null: a visitor */
export function aroundOf(known: Settings, user: Viewer | null): Around {
  const isShown = (access: TimelineAccess) =>
    access === 'public' || (access === 'authenticated' && user !== null)
  return {
    person: user && {
      username: user.username,
      invites: mayInvite(user),
      staff: isStaff(user),
    },
    local: isShown(known['timelines.live.local']),
    remote: isShown(known['timelines.live.remote']),
    terms: known.terms_of_service.content.trim() !== '',
  }
}
