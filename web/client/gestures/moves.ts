/** px by which a finger has moved since it touched */
export interface Move {
  x: number
  y: number
}

/** px within which a finger rests */
export const SLACK = 10
/** px at the sides of the window that belong to the way back of the system */
const EDGE = 28
/** px from which a move sideways is a swipe */
const SWIPE = 60
/** px that a page is pulled before it is read anew */
export const ENOUGH = 72
/** px that the sign comes down at most */
const FARTHEST = 96

/** The direction in which a finger goes; null: not clear yet. */
export function axisOf({ x, y }: Move): 'x' | 'y' | null {
  if (Math.hypot(x, y) < SLACK) return null
  return Math.abs(x) > Math.abs(y) * 1.5 ? 'x' : 'y'
}

/** Whether a touch begins where the system takes it for its way back. */
export const isAtEdge = (x: number, width: number): boolean => x < EDGE || x > width - EDGE

/** How many tabs a swipe goes on. */
export function stepOf({ x, y }: Move, isRightToLeft: boolean): -1 | 0 | 1 {
  if (Math.abs(x) < SWIPE || Math.abs(x) < Math.abs(y) * 2) return 0
  return x < 0 === isRightToLeft ? -1 : 1
}

/** px that the sign has come down: less and less the further a finger pulls. */
export const pulledBy = (y: number): number =>
  Math.max(0, FARTHEST * (1 - Math.exp(-y / (FARTHEST * 1.4))))

/** Whether letting go reads what is new. */
export const isEnough = (y: number): boolean => y >= ENOUGH * 1.5
