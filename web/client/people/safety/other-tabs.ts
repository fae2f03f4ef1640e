import { shelve } from '../../feed/shelves.ts'
import { findStatus, keepStatus } from '../../state/statuses.ts'
import { hearTabs } from '../../state/tabs.ts'
import { keepRelationship } from '../relationships.ts'
import { clearNotifications, clearPosts } from './clear-posts.ts'

/** Shows the actions of one tab in the others of the same account, wherever they show the same. */
export function watchDeeds(): void {
  hearTabs((deed) => {
    if ('status' in deed) {
      if (findStatus(deed.status.id) !== undefined) keepStatus(deed.status)
      shelve(deed.status, deed.changed ?? [])
      return
    }
    if (!('relationship' in deed)) return
    const { relationship } = deed
    keepRelationship(relationship)
    if (relationship.muting || relationship.blocking) clearPosts(relationship.id)
    if (relationship.blocking || relationship.muting_notifications) {
      clearNotifications(relationship.id)
    }
  })
}
