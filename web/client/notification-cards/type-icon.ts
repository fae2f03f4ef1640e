import type { IconNode } from 'lucide'
import {
  AtSign,
  Bell,
  ChartBarBig,
  Flag,
  Layers,
  Pencil,
  Quote,
  Repeat2,
  Smile,
  Sparkles,
  Star,
  TriangleAlert,
  UserMinus,
  UserPlus,
} from '../../shared/icons.tsx'
import { EMOJI_REACTION } from '../notifications/types.ts'

interface Picture {
  icon: IconNode
  /** class that colours it */
  tone: 'plain' | 'accent' | 'success' | 'warning' | 'danger'
}

const PICTURES: Readonly<Record<string, Picture>> = {
  mention: { icon: AtSign, tone: 'accent' },
  status: { icon: Bell, tone: 'accent' },
  reblog: { icon: Repeat2, tone: 'success' },
  favourite: { icon: Star, tone: 'warning' },
  follow: { icon: UserPlus, tone: 'accent' },
  follow_request: { icon: UserPlus, tone: 'accent' },
  poll: { icon: ChartBarBig, tone: 'accent' },
  update: { icon: Pencil, tone: 'plain' },
  quote: { icon: Quote, tone: 'accent' },
  quoted_update: { icon: Pencil, tone: 'plain' },
  added_to_collection: { icon: Layers, tone: 'accent' },
  collection_update: { icon: Layers, tone: 'plain' },
  severed_relationships: { icon: UserMinus, tone: 'danger' },
  moderation_warning: { icon: TriangleAlert, tone: 'danger' },
  annual_report: { icon: Sparkles, tone: 'accent' },
  'admin.sign_up': { icon: UserPlus, tone: 'plain' },
  'admin.report': { icon: Flag, tone: 'danger' },
  [EMOJI_REACTION]: { icon: Smile, tone: 'warning' },
}

/** The picture beside a notification, by its type. */
export const iconOf = (type: string): Picture => PICTURES[type] ?? { icon: Bell, tone: 'plain' }
